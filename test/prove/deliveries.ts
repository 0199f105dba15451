import { type Deliveries, simulateDeliveries } from '../mail/deliveries.ts'
import type { Proof } from './promise.ts'

/** E-mails of one world: what it remembers is looked through for each of its calls. */
const worldEmails = 500

/** Callers, processes and providers that fail in every way, in worlds of which each has a seed. */
export const deliveries: Proof = {
  name: 'deliveries',
  async prove(scale) {
    const emails = scale(100_000, 2000)
    const all: Deliveries[] = []
    for (let seed = 1; seed * worldEmails <= emails; seed++) {
      all.push(await simulateDeliveries('chancery', worldEmails, seed))
    }
    const sum = (key: keyof Deliveries): number => all.reduce((total, each) => total + each[key], 0)
    const faults = ['double', 'falseSent', 'falseFailed', 'lost', 'mistaken', 'told'] as const
    const naive = await simulateDeliveries('naive', worldEmails, 1)
    return [
      {
        promise:
          'No e-mail is sent twice, lost, or said to be sent that was not, whatever breaks; a sender without a ledger fails the same trial',
        tried: `${sum('emails')} e-mails of both operations in ${all.length} worlds with seeds, in one process with state in memory: providers that take and drop the answer, drop, hang, break or refuse (seven of ten tries are not plain), that know ids, know them for a day, can be asked, or none of these; processes killed before and after each call of a port; twins; e-mails for later, some cancelled; each call again after the answer of its key had ended, and another e-mail under the key.`,
        figure: `delivered ${sum('delivered')}, double ${sum('double')}, false "sent" ${sum('falseSent')}, false "failed" ${sum('falseFailed')}, lost ${sum('lost')}, unknown at the end ${sum('unknown')}, another e-mail told the receipt of the first ${sum('mistaken')}, lines of the log with a recipient, subject or text ${sum('told')}; without a ledger ${naive.double} of ${naive.emails} double`,
        holds: faults.every((fault) => sum(fault) === 0) && naive.double > 0,
      },
    ]
  },
}
