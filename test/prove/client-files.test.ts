import { expect, it } from 'vitest'
import { clientFiles } from './client-files.ts'

it('files of clients that are spoilt lose no record', async () => {
  const [finding] = await clientFiles.prove(() => 12)
  expect(finding).toMatchObject({ holds: true })
  expect(finding?.figure).toContain('108 files')
})
