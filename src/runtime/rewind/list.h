/* list.h - every part of the rewind once, in the order in which they act. */
PART(children)
PART(descriptors)
PART(mappings)
PART(shared_memory)
PART(heap)
PART(settings)
PART(signals)
