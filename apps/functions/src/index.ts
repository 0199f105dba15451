/**
 * Google Cloud Functions: target `chancery` serves every operation; each operation is a target of its own name too, for
 * own rights, memory and time-outs. Deployed with `--target=<name>`.
 */
import { http } from '@google-cloud/functions-framework'
import { calls } from '@chancery/core'
import { ownFrameworkServer } from './framework-server.ts'
import { reportConfiguration, sharedFunctions } from './function.ts'

// A deployment with wrong settings fails then, and what was deployed before goes on; the settings never become right by waiting.
if (!reportConfiguration()) process.exit(1)
const functions = sharedFunctions()
ownFrameworkServer((server) => functions.endInOrder(server))
http('chancery', functions.handler())
for (const { name } of calls) http(name, functions.handler(name))
