/* page.S - the page of html.h, as scripts/page.sh made it. */
    .section .rodata
    .globl rdl_page
    .type rdl_page, @object
rdl_page:
    .incbin RDL_PAGE
    .byte 0
    .size rdl_page, . - rdl_page
    .section .note.GNU-stack, "", @progbits
