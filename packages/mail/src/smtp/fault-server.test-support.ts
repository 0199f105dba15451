import { createServer, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'
import { TLSSocket } from 'node:tls'
import { testCertificate, testKey } from './certificate.test-support.ts'

/**
 * Where in a session a fault happens: at the greeting, or in place of the answer to a command, to the first bytes of a TLS
 * handshake, to EHLO inside of TLS, to the body or to its dot.
 */
export type SmtpStage =
  | 'greeting'
  | 'EHLO'
  | 'STARTTLS'
  | 'handshake'
  | 'EHLO in TLS'
  | 'AUTH'
  | 'MAIL'
  | 'RCPT'
  | 'DATA'
  | 'body'
  | 'dot'

/** What happens there. `half`: a piece of a reply, and the end; `answer`: this reply; `goesOn` (at STARTTLS): and TLS after it. `keep` (at the dot): whether the message is taken before. */
export interface SmtpFaultPlan {
  readonly stage: SmtpStage
  readonly fault: 'reset' | 'close' | 'half' | 'hang' | { readonly answer: string; readonly goesOn?: true }
  readonly keep?: boolean
  /** Called as it happens. */
  readonly onFault?: () => void
  /** Only the first so many times; default: always. */
  readonly times?: number
}

export interface FaultServer {
  readonly port: number
  /** Messages that were taken, by their envelopes. */
  readonly taken: readonly { readonly to: readonly string[]; readonly message: string }[]
  readonly sessions: number
  /** All that came in the clear, before TLS was begun. */
  readonly clear: string
  plan(plan: SmtpFaultPlan | undefined): void
  close(): Promise<void>
}

/** A mail server of a few lines, on 127.0.0.1, that fails as it is told to. It takes any password, and STARTTLS, which it tells where told to. */
export async function faultServer(extensions: readonly string[] = []): Promise<FaultServer> {
  const taken: { to: string[]; message: string }[] = []
  const sockets = new Set<Socket>()
  let sessions = 0
  let clear = ''
  let plan: SmtpFaultPlan | undefined
  let left = 0

  const server = createServer((plain) => {
    sessions += 1
    sockets.add(plain.on('close', () => sockets.delete(plain)).on('error', () => {}))
    /** The session, from its handshake on in TLS. */
    let socket: Socket = plain
    let isSecure = false
    let to: string[] = []
    let body: string | undefined
    let buffered = ''

    /** Whether something went wrong in place of the answer. */
    const goesWrong = (stage: SmtpStage): boolean => {
      if (plan?.stage !== stage || left === 0) return false
      left -= 1
      const { fault, onFault } = plan
      onFault?.()
      if (fault === 'reset') plain.resetAndDestroy()
      else if (fault === 'close') socket.end()
      else if (fault === 'half') socket.end('25')
      else if (fault === 'hang') socket.pause()
      else {
        socket.write(`${fault.answer}\r\n`)
        if (fault.answer.startsWith('421')) socket.end()
      }
      return true
    }
    const answer = (stage: SmtpStage, text: string): void => {
      if (!goesWrong(stage)) socket.write(`${text}\r\n`)
    }
    const take = (): void => {
      const message = body ?? ''
      body = undefined
      const isPlanned = plan?.stage === 'dot' && left > 0
      if (!isPlanned || plan?.keep === true) taken.push({ to, message })
      to = []
      answer('dot', '250 2.0.0 Ok: queued as 4ABC')
    }
    const command = (line: string): void => {
      const verb = line.split(/[ :]/, 1)[0]?.toUpperCase()
      if (verb === 'EHLO') {
        const told = extensions.filter((each) => !isSecure || each !== 'STARTTLS')
        const reply = ['250-fault.example', ...told.map((each) => `250-${each}`), '250 HELP'].join('\r\n')
        answer(isSecure ? 'EHLO in TLS' : 'EHLO', reply)
      } else if (verb === 'STARTTLS') {
        const fault = plan?.stage === 'STARTTLS' && left > 0 ? plan.fault : undefined
        const goesOn = typeof fault === 'object' && fault.goesOn === true
        if (goesWrong('STARTTLS')) {
          if (!goesOn) return
        } else plain.write('220 go on\r\n')
        plain.off('data', read)
        if (plan?.stage === 'handshake') plain.once('data', () => void goesWrong('handshake'))
        else secure()
      } else if (verb === 'AUTH') answer('AUTH', '235 2.7.0 welcome')
      else if (verb === 'MAIL') answer('MAIL', '250 2.1.0 Ok')
      else if (verb === 'RCPT') {
        if (goesWrong('RCPT')) return
        to.push(/<(.*)>/.exec(line)?.[1] ?? '')
        socket.write('250 2.1.5 Ok\r\n')
      } else if (verb === 'DATA') {
        if (to.length === 0) socket.write('503 5.5.1 no recipients\r\n')
        else if (!goesWrong('DATA')) {
          body = ''
          socket.write('354 go on\r\n')
        }
      } else if (verb === 'RSET') socket.write('250 Ok\r\n')
      else if (verb === 'QUIT') socket.end('221 bye\r\n')
      else socket.write('500 what?\r\n')
    }

    const secure = (): void => {
      isSecure = true
      buffered = ''
      socket = new TLSSocket(plain, { isServer: true, cert: testCertificate, key: testKey })
      socket.on('error', () => {}).on('data', read)
    }
    const read = (chunk: Buffer): void => {
      if (!isSecure) clear += chunk.toString('latin1')
      buffered += chunk.toString('latin1')
      for (;;) {
        if (body !== undefined) {
          if (plan?.stage === 'body' && left > 0) return void goesWrong('body')
          const end = buffered.startsWith('.\r\n') ? 0 : buffered.indexOf('\r\n.\r\n')
          if (end < 0) return
          body = buffered.slice(0, end)
          buffered = buffered.slice(end + (end === 0 ? 3 : 5))
          take()
          continue
        }
        const end = buffered.indexOf('\r\n')
        if (end < 0) return
        const line = buffered.slice(0, end)
        buffered = buffered.slice(end + 2)
        command(line)
      }
    }
    plain.on('data', read)
    answer('greeting', '220 fault.example ESMTP')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    taken,
    get sessions() {
      return sessions
    },
    get clear() {
      return clear
    },
    plan(next) {
      plan = next
      left = next?.times ?? Infinity
    },
    close: async () => {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
