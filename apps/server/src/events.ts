import { events } from './events-command.ts'
import { runCommand } from './run-command.ts'

void runCommand(events)
