import { gateway } from './gateway-command.ts'
import { runCommand } from './run-command.ts'

void runCommand(gateway)
