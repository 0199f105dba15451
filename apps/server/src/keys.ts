import { keys } from './keys-command.ts'
import { runCommand } from './run-command.ts'

void runCommand(keys)
