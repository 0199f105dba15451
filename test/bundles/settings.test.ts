import { describe, expect, it } from 'vitest'
import { deploy } from './deployed.ts'

const timeout = 60_000

/** What a bundle said that ended before it listened. */
const refusal = async (settings: Readonly<Record<string, string>>): Promise<string> => {
  try {
    const deployed = await deploy('functions', settings)
    await deployed.stop()
    return 'It started.'
  } catch (error) {
    return (error as Error).message
  }
}

describe('the functions bundle', () => {
  it('does not start where an instance would lose what it keeps, and names each setting', { timeout }, async () => {
    const said = await refusal({ FUNCTION_TARGET: 'chancery', CHANCERY_LOCALE: '!!', CHANCERY_KEY_SECRET: 'hunter2' })
    expect(said).toMatch(/^It ended with 1: /)
    for (const name of ['STATE', 'STORES', 'TRANSPORTS', 'LOCALE', 'KEY_SECRET'])
      expect(said).toContain(`CHANCERY_${name}: `)
    expect(said).not.toContain('hunter2')
  })

  it('starts where the loss is allowed', { timeout }, async () => {
    expect(await refusal({ FUNCTION_TARGET: 'chancery', CHANCERY_EPHEMERAL: 'allow' })).toBe('It started.')
  })
})
