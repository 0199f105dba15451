/* oxlint-disable no-underscore-dangle -- Node's own name for the place where a stream is asked for more */
import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * Has a caller who sent `Expect: 100-continue` send the body when the service begins to read it: after key and size were
 * looked at. Where it is answered instead, the connection ends, since both sides may differ about what comes next on it.
 * @param asked called when the body was asked for
 */
export function continueWhenRead(request: IncomingMessage, response: ServerResponse, asked: () => void): void {
  const { shouldKeepAlive } = response
  const read = request._read
  response.shouldKeepAlive = false
  request._read = (size) => {
    request._read = read
    if (!response.headersSent && !response.writableEnded) {
      response.shouldKeepAlive = shouldKeepAlive
      response.writeContinue()
      asked()
    }
    read.call(request, size)
  }
}
