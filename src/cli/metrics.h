/* metrics.h - every metric with a line about it: what list prints and reports
 * explain. */
#ifndef RDL_CLI_METRICS_H
#define RDL_CLI_METRICS_H

/* First the metrics themselves, then those that are made of them. */
void rdl_metrics_each(void (*each)(void *data, const char *name,
                                   const char *text),
                      void *data);

#endif
