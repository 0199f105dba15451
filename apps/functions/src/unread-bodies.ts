import { subscribe } from 'node:diagnostics_channel'
import type { IncomingMessage } from 'node:http'

/** What Express' body parsers decide by whether there is a body to read. */
const bodyHeaders = ['content-length', 'transfer-encoding'] as const

/**
 * Has the functions framework hand bodies on unread, so that limits hold before a body is in memory, and a body that is
 * not JSON is refused by the service in its own form, not by Express with a page of HTML. The framework has no setting
 * for it; the channel tells of each request before Express sees it. The service reads the raw headers, which stay.
 */
export function leaveBodiesUnread(): void {
  subscribe('http.server.request.start', (message) => {
    const { headers } = (message as { readonly request: IncomingMessage }).request
    for (const name of bodyHeaders) delete headers[name]
  })
}
