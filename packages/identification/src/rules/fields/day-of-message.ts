import { spaced, type Target } from '../labels/target.ts'
import { labelWords, sameStem } from './alike-words.ts'
import { type TextIndex, wordsOf } from '../text-index.ts'

/** What names of fields call a message, folded: en, de, fr, es, it, pt, nl, pl, sv. */
const messages = new Set(
  'letter mail email message sent sending brief schreiben nachricht lettre courrier courriel envoi message carta correo mensaje envio lettera messaggio invio bericht verzonden verzending pismo wiadomosc wyslania brev meddelande document dokument documento'.split(
    ' ',
  ),
)
/** People meet on another day than they write of it. */
const meetings = new Set(
  'meeting sitzung versammlung besprechung treffen reunion junta assemblee assemblea riunione vergadering reuniao spotkania mote'.split(
    ' ',
  ),
)
const subjectLine = /^(?:subject|betreff|objet|asunto|oggetto|assunto|onderwerp|temat|ämne|emne): ?(.{1,200})$/imu

/**
 * Whether a field asks for the day that the head of a message has: that of the message, or of the paper that its subject says
 * it is, and of none that it only speaks of (`quoteDate` of an order, `meetingDate`).
 */
export function isDayOfMessage({ text }: TextIndex, target: Target): boolean {
  if (target.canonical !== 'date') return false
  const [kind] = labelWords(spaced(target.name)).telling
  if (kind === undefined || messages.has(kind)) return true
  if (meetings.has(kind)) return false
  const subject = subjectLine.exec(text.slice(0, head))?.[1] ?? ''
  return wordsOf(subject).some(({ folded }) => sameStem(folded, kind))
}
const head = 2000
