import { clientFiles } from './client-files.ts'
import { connections } from './connections.ts'
import { cutOff } from './cut-off.ts'
import { deliveries } from './deliveries.ts'
import { exhaustion } from './exhaustion.ts'
import { failingFiles } from './failing-files.ts'
import { failingPorts } from './failing-ports.ts'
import { fairness } from './fairness.ts'
import { hostileDocuments, largeDocuments } from './hostile-documents.ts'
import { killed } from './killed.ts'
import { longWork } from './long-work.ts'
import { lostChildren } from './lost-children.ts'
import { memory } from './memory.ts'
import { outbound } from './outbound.ts'
import { overload } from './overload.ts'
import type { Proof } from './promise.ts'
import { secrecy } from './secrecy.ts'
import { shutdown } from './shutdown.ts'
import { twoFunctions } from './two-functions.ts'

/** In the order of the page. */
export const proofs: readonly Proof[] = [
  killed,
  cutOff,
  twoFunctions,
  longWork,
  failingPorts,
  failingFiles,
  deliveries,
  overload,
  fairness,
  shutdown,
  connections,
  exhaustion,
  lostChildren,
  outbound,
  hostileDocuments,
  largeDocuments,
  clientFiles,
  secrecy,
  memory,
]
