import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { median, type Report } from './report.ts'

const bytes = 10 * 1024 * 1024
const rounds = 5
/** E-mails that CPU is the mean of. */
const count = 4
const goals = { cpu: 1.2, memory: 3 }

/** A mail server that takes every message, and looks at nothing but its end. */
async function discardingServer() {
  const server = createServer((socket) => {
    let inBody = false
    let tail = ''
    socket.on('error', () => {})
    socket.write('220 bench ESMTP\r\n')
    socket.on('data', (chunk) => {
      if (inBody) {
        tail = (tail + chunk.subarray(-5).toString('latin1')).slice(-5)
        if (tail !== '\r\n.\r\n') return
        inBody = false
        socket.write('250 2.0.0 Ok\r\n')
        return
      }
      for (const line of chunk.toString('latin1').split('\r\n').slice(0, -1)) {
        if (/^EHLO/i.test(line)) socket.write('250 bench\r\n')
        else if (/^DATA/i.test(line)) {
          inBody = true
          tail = ''
          socket.write('354 go on\r\n')
        } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
        else socket.write('250 Ok\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  return { port: (server.address() as AddressInfo).port, stop: () => void server.close() }
}

interface Cost {
  /** Most resident memory while the first e-mail is made and sent, its attachment with it. */
  readonly memoryMb: number
  /** Of one e-mail. */
  readonly cpuMs: number
}

/** One sender in a process of its own. */
async function costOf(who: string, port: number): Promise<Cost> {
  const script = join(import.meta.dirname, 'attachment/sender.ts')
  const args = ['--expose-gc', script, who, `${port}`, `${bytes}`, `${count}`]
  const child = spawn('node', args, { stdio: ['ignore', 'pipe', 'inherit'] })
  return JSON.parse(await text(child.stdout)) as Cost
}

/** An e-mail with a large attachment by SMTP: ours beside nodemailer alone. */
export async function attachment(): Promise<Report> {
  const server = await discardingServer()
  const all: { readonly ours: Cost; readonly nodemailer: Cost }[] = []
  try {
    for (let round = 0; round < rounds; round += 1) {
      const ours = await costOf('ours', server.port)
      all.push({ ours, nodemailer: await costOf('nodemailer', server.port) })
    }
  } finally {
    server.stop()
  }
  const of = (pick: (round: (typeof all)[number]) => number): number => median(all.map(pick))
  const ratio = of(({ ours, nodemailer }) => ours.cpuMs / nodemailer.cpuMs)
  const times = (mb: number): number => mb / (bytes / 1024 / 1024)
  const memory = of(({ ours }) => ours.memoryMb)
  const row = (name: string, pick: (round: (typeof all)[number]) => Cost) => {
    const mb = of((round) => pick(round).memoryMb)
    return [name, of((round) => pick(round).cpuMs).toFixed(1), mb.toFixed(1), times(mb).toFixed(2)]
  }
  return {
    title: 'An e-mail with an attachment of 10 MB',
    method: `Made and sent over SMTP to a server on this machine that takes all, by a process of its own for each of ${rounds} rounds. CPU: mean of ${count} e-mails, user and system. Memory: most that was resident while the first was made and sent, above what was before its attachment was there. Medians.`,
    columns: ['sender', 'CPU of one, ms', 'memory, MB', 'in attachments'],
    rows: [row('ours', ({ ours }) => ours), row('nodemailer alone', ({ nodemailer }) => nodemailer)],
    goals: [
      { text: `CPU ≤ ${goals.cpu} × nodemailer alone (it is ${ratio.toFixed(2)})`, met: ratio <= goals.cpu },
      {
        text: `memory ≤ ${goals.memory} × the attachment, itself counted (it is ${times(memory).toFixed(2)})`,
        met: times(memory) <= goals.memory,
      },
    ],
  }
}
