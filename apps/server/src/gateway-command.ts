import { writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { callNames } from '@chancery/core'
import { gatewayDocumentOf } from '@chancery/wiring'
import { type Invocation, UsageError } from './run-command.ts'

const usage = `usage: chancery gateway --backend URL [options]     (here: npm run gateway -- --backend URL)

Writes what Google's API Gateway must know (OpenAPI 3.1) of a deployment with the settings of this environment: those that it
reads are CHANCERY_GATEWAY_AUDIENCE, CHANCERY_DEADLINE_MS, CHANCERY_BASE_URL and the limits.

  --backend URL            where the service is: https://chancery-abc-ew.a.run.app
  --backend OPERATION=URL  where an operation is that has a function of its own; as often as there are such
  --gateway URL            where callers reach the gateway; default: CHANCERY_BASE_URL, or where Google puts it
  --output FILE            default: the standard output`

/** `chancery gateway`: writes the document of the API gateway in front of a deployment. */
export function gateway({ args, environment }: Invocation): void {
  const { values } = parseArgs({
    args: [...args],
    options: {
      backend: { type: 'string', multiple: true, default: [] },
      gateway: { type: 'string' },
      output: { type: 'string', short: 'o' },
      help: { type: 'boolean', short: 'h' },
    },
  })
  if (values.help === true) return console.log(usage)
  const document = gatewayDocumentOf(environment, {
    ...readBackends(values.backend),
    ...(values.gateway === undefined ? {} : { gateway: readOrigin(values.gateway) }),
  })
  const text = `${JSON.stringify(document, null, 2)}\n`
  if (values.output === undefined) process.stdout.write(text)
  else writeFileSync(values.output, text)
}

function readBackends(options: readonly string[]): { address: string; ownAddresses: ReadonlyMap<string, string> } {
  const ownAddresses = new Map<string, string>()
  const shared: string[] = []
  for (const option of options) {
    const [, name, url] = /^([\w-]+)=(.*)$/.exec(option) ?? []
    if (name === undefined || url === undefined) shared.push(readAddress(option, '--backend'))
    else if (!(callNames as readonly string[]).includes(name))
      throw new UsageError(`--backend: there is no operation ${name}. There are: ${callNames.join(', ')}.`)
    else if (ownAddresses.has(name)) throw new UsageError(`--backend: ${name} is there twice.`)
    else ownAddresses.set(name, readAddress(url, `--backend ${name}`))
  }
  const [address, ...more] = shared
  if (address === undefined || more.length > 0) throw new UsageError('Give one --backend URL of the service.')
  return { address, ownAddresses }
}

/** An address that a path can be put behind. */
function readAddress(text: string, option: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url?.protocol === 'https:' && `${url.username}${url.password}${url.search}${url.hash}` === ''
  if (url === undefined || !isPlain) throw new UsageError(`${option}: give an https address without a query.`)
  return url.href.replace(/\/+$/, '')
}

function readOrigin(text: string): string {
  const address = readAddress(text, '--gateway')
  if (new URL(address).pathname !== '/') throw new UsageError('--gateway: give an address without a path.')
  return address
}
