import { mail } from './mail-command.ts'
import { runCommand } from './run-command.ts'

void runCommand(mail)
