/* list.h - every restorer once, in the order in which the rewind calls them. */
RESTORER(children)
RESTORER(descriptors)
RESTORER(mappings)
RESTORER(shared_memory)
RESTORER(heap)
RESTORER(settings)
RESTORER(signals)
