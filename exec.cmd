@rem The scripts in package.json begin with "exec", by which a shell becomes the program; cmd.exe has no such command.
@%*
