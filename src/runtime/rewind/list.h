/* list.h - every part of the rewind once, in the order in which they act. */
RESTORER(children)
RESTORER(descriptors)
RESTORER(mappings)
RESTORER(shared_memory)
RESTORER(heap)
RESTORER(settings)
RESTORER(signals)
