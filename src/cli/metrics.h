/* metrics.h - every metric with a line about it, for list and for reports. */
#ifndef RDL_CLI_METRICS_H
#define RDL_CLI_METRICS_H

/* First the metrics themselves, then the combined ones. */
void rdl_metrics_each(void (*each)(void *data, const char *name,
                                   const char *text),
                      void *data);

#endif
