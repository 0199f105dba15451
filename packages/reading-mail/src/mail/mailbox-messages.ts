/** Mails of one mailbox file; what stands behind more of them is part of the last. */
const maxMessages = 20_000

/**
 * The mails of a mailbox file (mbox, RFC 4155), without the "From " lines that part them; any other mail as it is. Such
 * a line stands at the start or under an empty one, and above a header.
 */
export function mailboxMessages(bytes: Uint8Array): Uint8Array[] {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (buffer.subarray(0, 5).toString('latin1') !== 'From ') return [bytes]
  const messages: Uint8Array[] = []
  let start = afterLine(buffer, 0)
  for (let at = buffer.indexOf('\nFrom ', start); at !== -1; at = buffer.indexOf('\nFrom ', at + 1)) {
    const next = afterLine(buffer, at + 1)
    const isUnderEmpty = buffer[at - 1] === 0x0a || (buffer[at - 1] === 0x0d && buffer[at - 2] === 0x0a)
    if (!isUnderEmpty || !/^[!-9;-~]{1,76}:/.test(buffer.subarray(next, next + 80).toString('latin1'))) continue
    if (messages.length + 1 === maxMessages) break
    messages.push(bytes.subarray(start, at + 1))
    start = next
  }
  return [...messages, bytes.subarray(start)]
}

/** Where the next line begins. */
function afterLine(buffer: Buffer, at: number): number {
  const end = buffer.indexOf(0x0a, at)
  return end === -1 ? buffer.length : end + 1
}
