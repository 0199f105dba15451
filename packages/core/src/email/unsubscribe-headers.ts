import * as z from 'zod'
import { ChanceryError, invalidRequest } from '../errors.ts'
import type { OutgoingEmail } from '../ports/email-transport.ts'
import type { Ports } from '../ports/index.ts'

/** How a recipient takes himself off. */
export const unsubscribe = z.lazy(() =>
  z
    .union([
      z.literal(true),
      z.url({ protocol: /^https$/, normalize: true, error: 'Must be `true` or an https address.' }).max(800),
    ])
    .describe(
      'One-click unsubscription (RFC 8058): the headers that Gmail and Yahoo ask for. An https address of yours that takes a POST, or `true`: this service’s own (with CHANCERY_BASE_URL), for an e-mail to one recipient, who then gets nothing any more.',
    ),
)

/**
 * `List-Unsubscribe` and `List-Unsubscribe-Post`, where they are wanted.
 * @throws `invalid_request` for several recipients of one link, `unsupported_option` where the service has no address
 */
export function unsubscribeHeaders(
  wanted: true | string | undefined,
  { to, cc, bcc }: Pick<OutgoingEmail, 'to' | 'cc' | 'bcc'>,
  { unsubscribeLinks }: Pick<Ports, 'unsubscribeLinks'>,
): Readonly<Record<string, string>> {
  if (wanted === undefined) return {}
  const link =
    wanted === true
      ? ownLink(
          [...to, ...cc, ...bcc].map(({ address }) => address),
          unsubscribeLinks,
        )
      : wanted
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

function ownLink(addresses: readonly string[], links: Ports['unsubscribeLinks']): string {
  const [address = '', ...others] = addresses
  if (others.length > 0) {
    throw invalidRequest(
      '/unsubscribe',
      'several_recipients',
      'The link is of one recipient: each of the others could take him off.',
      'Send to one recipient, without copies, or give an address of yours.',
    )
  }
  const link = links.linkFor(address)
  if (link !== undefined) return link
  const message = 'This service has no public https address to take recipients off at.'
  throw new ChanceryError('unsupported_option', message, {
    violations: [
      {
        pointer: '/unsubscribe',
        code: 'unsupported_option',
        message,
        hint: 'Have CHANCERY_BASE_URL set to one, or give an address of yours.',
      },
    ],
  })
}
