// What a process gives up before it reads what a stranger sent.
#ifndef LOCKS_H
#define LOCKS_H

// The version of Landlock's interface that the kernel has; 0 where it has none.
int lock_landlock_version(void);

#endif
