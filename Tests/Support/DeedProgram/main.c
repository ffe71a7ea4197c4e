// A program that does what its arguments say, and prints how that went: OK, or the name of the error.
//
//     DeedProgram DEED PATH
//
#include <deeds.h>
#include <stdio.h>

int main(int count, char *arguments[]) {
    if (count != 3) return 64;
    int error = deed_do(arguments[1], arguments[2]);
    puts(error == 0 ? "OK" : deed_error_name(error));
    return 0;
}
