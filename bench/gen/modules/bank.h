/* bank.h - see bank.c. */
#ifndef BANK_H
#define BANK_H

struct bank;

struct bank *bank_new(void);
void bank_free(struct bank *x);
enum bank_account { BANK_A, BANK_B, BANK_C };
int bank_move(struct bank *x, enum bank_account from, enum bank_account to);
int bank_balance(struct bank *x, enum bank_account a);

#endif
