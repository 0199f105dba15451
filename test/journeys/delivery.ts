import { mkdtempSync, rmSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ChanceryError, type CallName } from '@chancery/core'
import { issueApiKey } from '@chancery/http'
import { createHarness } from '@chancery/harness'
import { makeDevelopmentKey, startServer } from '@chancery/server'
import { readConfiguration } from '@chancery/wiring'
import { type BundleName, deploy } from '../bundles/deployed.ts'

/** What came back: the data of a success, or the code of a failure. */
export interface Answer {
  // oxlint-disable-next-line typescript/no-explicit-any -- journeys look into twelve different shapes.
  readonly data: any
  readonly code?: string
  readonly errors: readonly { readonly pointer: string; readonly code: string }[]
}

/** One way of reaching the operations; journeys do not know which. */
export interface Delivery {
  call(operation: CallName, input: object, options?: { readonly idempotencyKey?: string }): Promise<Answer>
  /** The folder where it keeps things, where it has one. */
  readonly folder?: string
  close(): Promise<void>
}

async function post(
  address: string,
  key: string | undefined,
  input: object,
  idempotencyKey: string | undefined,
): Promise<Answer> {
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(key === undefined ? {} : { 'x-api-key': key }),
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
    },
    body: JSON.stringify(input),
  })
  const body = (await response.json()) as { data?: unknown; code?: string; errors?: Answer['errors'] }
  return { data: body.data, errors: body.errors ?? [], ...(body.code === undefined ? {} : { code: body.code }) }
}

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'chancery-journey-'))

const settings = (folder: string): Record<string, string> => ({
  CHANCERY_PORT: '0',
  CHANCERY_DATA: folder,
  CHANCERY_LOG: 'off',
  CHANCERY_EMAIL_FROM: 'Harrow & Pine <office@example.com>',
})

/** The server on a port of its own. */
export async function overHttp(): Promise<Delivery> {
  const folder = temporaryFolder()
  const server = await startServer(readConfiguration(settings(folder)))
  const { key } = await makeDevelopmentKey(server.service.composition)
  return {
    folder,
    call: (operation, input, options) => post(`${server.address}/${operation}`, key, input, options?.idempotencyKey),
    close: async () => {
      await server.stop(1000)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** One function for each operation, inside the functions framework, as a gateway would call them. */
export async function overFunctions(): Promise<Delivery> {
  const folder = temporaryFolder()
  const secret = randomBytes(32).toString('hex')
  const created = { name: 'journey', environment: 'dev', operations: '*' as const, createdAt: new Date().toISOString() }
  const { key } = issueApiKey(created, secret)
  const environment = { ...settings(folder), CHANCERY_API_KEY: key, CHANCERY_KEY_SECRET: secret }
  // Read when the first call comes, and taken back at the end: other tests run in this process.
  Object.assign(process.env, environment)
  await import('@chancery/functions')
  const { getTestServer } = await import('@google-cloud/functions-framework/testing')
  const servers = new Map<string, { readonly address: string; readonly server: Server }>()
  const serverOf = async (operation: CallName) => {
    const known = servers.get(operation)
    if (known !== undefined) return known
    const server = getTestServer(operation)
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const started = { address: `http://127.0.0.1:${port}/`, server }
    servers.set(operation, started)
    return started
  }
  return {
    folder,
    call: async (operation, input, options) =>
      post((await serverOf(operation)).address, key, input, options?.idempotencyKey),
    close: async () => {
      for (const { server } of servers.values()) {
        server.close()
        server.closeAllConnections()
      }
      for (const name of Object.keys(environment)) delete process.env[name]
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The bundle as it is deployed. */
const overBundle = (name: BundleName) => async (): Promise<Delivery> => {
  const deployed = await deploy(name)
  return {
    folder: deployed.data,
    call: (operation, input, options) =>
      post(`${deployed.address}/${operation}`, deployed.key, input, options?.idempotencyKey),
    close: () => deployed.stop(),
  }
}

export const overServerBundle = overBundle('server')
export const overFunctionsBundle = overBundle('functions')

/** No HTTP at all: the core, in memory. */
export async function overHarness(): Promise<Delivery> {
  const harness = createHarness({ configuration: { CHANCERY_EMAIL_FROM: 'Harrow & Pine <office@example.com>' } })
  return {
    call: async (operation, input, options = {}) => {
      try {
        const { data } = await harness.call(operation, input as never, options)
        return { data, errors: [] }
      } catch (error) {
        if (!ChanceryError.is(error) || error.code === 'internal') throw error
        return { data: undefined, code: error.code, errors: error.violations }
      }
    },
    close: () => harness.close(),
  }
}
