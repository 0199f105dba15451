import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import { readRefusals, readReply, readSmtpError, SmtpFault, type SmtpPhase, type SmtpRefusal } from './smtp-fault.ts'
import type { CheckedSmtpSettings, SmtpLogin } from './smtp-settings.ts'

/** To whom a message goes, as the server is told; each address once. */
export interface SmtpEnvelope {
  readonly from: string
  readonly to: readonly string[]
}

/** The server has the message, for all but those that it refused. */
export interface SmtpAcceptance {
  readonly refused: readonly SmtpRefusal[]
  /** The Message-ID that the server gave it in place of ours, with its angle brackets. */
  readonly messageId?: string
}

/** A session with a server that is ready for messages, one after the other. All methods throw `SmtpFault`. */
export interface SmtpSession {
  readonly isOpen: boolean
  /** How many messages it has carried. */
  readonly messages: number
  send(envelope: SmtpEnvelope, message: Uint8Array, signal: AbortSignal): Promise<SmtpAcceptance>
  /** Asks the server whether it is still there. */
  probe(signal: AbortSignal): Promise<void>
  /** While nobody uses it, it keeps no process alive. */
  setIdle(idle: boolean): void
  /** With a farewell where the session is idle. */
  close(): void
}

/** How long a connection and its greeting may take, in ms. */
const connectMs = 10_000
const pieceBytes = 64 * 1024
const beyondAscii = /[^ -~]/

/** Connects, agrees on TLS and signs in; once more where a token was refused before its time. @throws SmtpFault */
export async function openSmtpSession(settings: CheckedSmtpSettings, signal: AbortSignal): Promise<SmtpSession> {
  try {
    return await open(settings, signal)
  } catch (error) {
    const { login } = settings
    const isRefused =
      error instanceof SmtpFault && error.facts.code === 'EAUTH' && (error.facts.reply?.code ?? 0) >= 500
    if (!isRefused || login === undefined || !('tokens' in login) || !login.tokens.forget()) throw error
    return await open(settings, signal)
  }
}

async function open(settings: CheckedSmtpSettings, signal: AbortSignal): Promise<SmtpSession> {
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const { host, port, security, name, ca, timeoutMs, login } = settings
  const connection = new Connection({
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(name === undefined ? {} : { name }),
    tls: { minVersion: 'TLSv1.2', rejectUnauthorized: true, ...(ca === undefined ? {} : { ca }) },
    connectionTimeout: Math.min(connectMs, timeoutMs),
    greetingTimeout: Math.min(connectMs, timeoutMs),
    dnsTimeout: Math.min(connectMs, timeoutMs),
    socketTimeout: timeoutMs,
    maxResponseSize: 64 * 1024,
  })
  // What comes after a step has ended is nobody's; without a listener it would end the process.
  connection.on('error', () => {})
  let phase: SmtpPhase = 'session'
  const reached = (): SmtpPhase => phase
  let messages = 0

  /** One step: ended by its callback, an error of the connection or the signal. What fails, fails the session. */
  const step = async <T>(signal: AbortSignal, begin: (done: (error: unknown, value?: T) => void) => void) => {
    const cancelled = (): SmtpFault => new SmtpFault({ phase, code: 'ECANCELLED', cancelled: true })
    return await new Promise<T | undefined>((resolve, reject) => {
      const fail = (fault: SmtpFault): void => {
        forget()
        reject(fault)
        connection.close()
      }
      const onError = (error: unknown): void => fail(readSmtpError(error, phase))
      // Its reason, where there is one, is told right after it.
      const onEnd = (): unknown => setImmediate(onError, { code: 'ECONNECTION' })
      const onAbort = (): void => fail(cancelled())
      const forget = (): void => {
        connection.off('error', onError)
        connection.off('end', onEnd)
        signal.removeEventListener('abort', onAbort)
      }
      connection.on('error', onError)
      connection.on('end', onEnd)
      signal.addEventListener('abort', onAbort)
      if (signal.aborted) return onAbort()
      begin((error, value) => {
        if (error !== null && error !== undefined) return onError(error)
        forget()
        resolve(value)
      })
    })
  }

  const signIn = async (by: SmtpLogin): Promise<void> => {
    if ('pass' in by) {
      await step(signal, (done) => connection.login(by, done))
      return
    }
    const { user, tokens } = by
    const { default: XOAuth2 } = await import('nodemailer/lib/xoauth2')
    /** nodemailer tells of a failure, and not which. */
    let failed: unknown
    const give = (renew: boolean, done: (error: Error | null, token?: string) => void): void =>
      void tokens.get(renew, signal).then(
        (token) => done(null, token),
        (error: unknown) => {
          failed = error
          done(new Error('no token'))
        },
      )
    const oauth2 = new XOAuth2({ user, provisionCallback: (_user, renew, done) => give(renew, done) })
    const ask = async (): Promise<unknown> => await step(signal, (done) => connection.login({ user, oauth2 }, done))
    await ask().catch((error: unknown) => {
      throw failed ?? error
    })
  }

  await step(signal, (done) => connection.connect(done))
  const greeting = connection.lastServerResponse || ''
  if (login !== undefined) await signIn(login)

  /** The message piece by piece: which were asked for tells how far it has got. */
  const piecesOf = (message: Uint8Array): Readable => {
    let at = 0
    return new Readable({
      read() {
        if (at < message.length) {
          phase = 'body'
          const size = Math.min(pieceBytes, message.length - at)
          this.push(Buffer.from(message.buffer, message.byteOffset + at, size))
          at += size
        } else {
          // Next comes the dot.
          phase = 'answer'
          this.push(null)
        }
      },
    })
  }

  return {
    get isOpen() {
      return !connection.destroyed
    },
    get messages() {
      return messages
    },
    async send({ from, to }, message, signal) {
      phase = 'envelope'
      messages += 1
      if ([from, ...to].some((address) => beyondAscii.test(address)) && !/^250[ -]SMTPUTF8\b/im.test(greeting)) {
        throw new SmtpFault({ phase, code: 'EUTF8' })
      }
      const info = await step<Acceptance>(signal, (done) =>
        connection.send({ from, to: [...to], size: message.length }, piecesOf(message), done),
      )
      // An answer to a message that had not ended is one to something else.
      if (reached() !== 'answer' || info === undefined || readReply(info.response)?.code !== 250) {
        connection.close()
        throw new SmtpFault({ phase: 'answer', code: 'EPROTOCOL' })
      }
      phase = 'session'
      return {
        refused: readRefusals(info.rejectedErrors ?? []),
        ...(info.serverMessageId === undefined ? {} : { messageId: info.serverMessageId }),
      }
    },
    async probe(signal) {
      phase = 'session'
      await step(signal, (done) => connection.reset(done))
    },
    setIdle(idle) {
      const { _socket: socket } = connection
      if (!socket) return
      if (idle) socket.unref()
      else socket.ref()
    },
    close() {
      if (phase === 'session' && !connection.destroyed) connection.quit()
      else connection.close()
    },
  }
}

type Acceptance = Parameters<Parameters<SMTPConnection['send']>[2]>[1]
