import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { compose } from '../compose.ts'
import { readConfiguration } from '../settings/configuration.ts'
import { refuseMountedBuckets } from './data-folder.ts'

const [ext4, fuse] = [0xef53, 0x65735546]

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'chancery-data-'))
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

describe('a data folder', () => {
  it('on a disk of this machine is taken', () => {
    expect(() => refuseMountedBuckets([root, join(root, 'documents')])).not.toThrow()
    expect(() => refuseMountedBuckets([root], () => ext4)).not.toThrow()
  })

  it('on FUSE is refused, with what to do', () => {
    expect(() => refuseMountedBuckets([root], () => fuse)).toThrow(/CHANCERY_DATA: .* FUSE .* local disk/)
  })

  it('is refused, too, where a bucket is mounted in it', () => {
    const documents = join(root, 'documents')
    const typeOf = (folder: string): number => (folder === documents ? fuse : ext4)
    expect(() => refuseMountedBuckets([root, documents], typeOf)).not.toThrow()
    mkdirSync(documents)
    expect(() => refuseMountedBuckets([root, documents], typeOf)).toThrow('CHANCERY_DATA: ')
  })
})

it('a folder of the audit log that cannot be made is told at once', () => {
  const settings = { CHANCERY_DATA: root, CHANCERY_AUDIT: 'file', CHANCERY_AUDIT_FOLDER: '/proc/nowhere/audit' }
  expect(() => compose(readConfiguration(settings))).toThrow('The audit log cannot be written to.')
})
