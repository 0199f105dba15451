import { Content, type StoreEntry } from '@chancery/core'
import { execFileSync, spawnSync } from 'node:child_process'
import {
  appendFileSync,
  cpSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { diskFolder } from '@chancery/port-contracts/disk-folder'
import { documentStoreContract } from '@chancery/port-contracts/document-store'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createLocalDocumentStore, type LocalDocumentStore } from './local-document-store.ts'

const { signal } = new AbortController()
const newRoot = (): string => mkdtempSync(join(diskFolder, 'chancery-store-'))
const problem = (code: string): unknown => expect.objectContaining({ name: 'ChanceryError', code })

documentStoreContract('The local store', async () => {
  const root = newRoot()
  const store = createLocalDocumentStore({ root })
  return {
    store,
    async damage(path) {
      const file = join(root, path)
      const bytes = readFileSync(file)
      bytes[0] = (bytes[0] ?? 0) ^ 1
      const { mtimeNs } = statSync(file, { bigint: true })
      writeFileSync(file, bytes)
      // Only `touch` sets a time to the nanosecond.
      execFileSync('touch', [
        '-d',
        `@${mtimeNs / 1_000_000_000n}.${String(mtimeNs % 1_000_000_000n).padStart(9, '0')}`,
        file,
      ])
    },
    async makeFolder(path) {
      mkdirSync(join(root, path), { recursive: true })
    },
    async close() {
      await store.close()
      rmSync(root, { recursive: true })
    },
  }
})

describe('How much lies in the folders of a local store', () => {
  it('is what the directories say, whoever changed them, also to a store that was opened later', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(7), fc.nat(4), fc.nat(4)), { maxLength: 25 }), async (steps) => {
        const root = newRoot()
        let store = createLocalDocumentStore({ root })
        const summed = async (): Promise<unknown> => {
          const found: unknown[] = []
          for await (const { path, documents, folders, bytes } of store.folders?.('', { signal }) ?? [])
            found.push([path, documents, folders, bytes])
          return found
        }
        const walked = async (): Promise<unknown> => {
          const entries: StoreEntry[] = []
          for await (const entry of store.list('', { signal })) entries.push(entry)
          const folders = ['', ...entries.filter(({ kind }) => kind === 'folder').map(({ path }) => path)]
          return folders.map((folder) => {
            const below = entries.filter(({ path }) => folder === '' || path.startsWith(`${folder}/`))
            const documents = below.filter((entry) => entry.kind === 'document')
            const bytes = documents.reduce((sum, { size }) => sum + size, 0)
            return [folder, documents.length, below.length - documents.length, bytes]
          })
        }
        const names = ['a', 'a/b', 'a/b/c', 'd', 'a-b']
        const at = (index: number): string => join(root, names[index] ?? 'a')
        const quietly = (work: () => void): void => {
          try {
            work()
          } catch {
            // There is nothing to move or remove, or it is in the way.
          }
        }
        try {
          for (const [step, one, other] of steps) {
            if (step === 0) quietly(() => mkdirSync(at(one), { recursive: true }))
            if (step === 1) quietly(() => rmSync(at(one), { recursive: true, force: true }))
            if (step === 2) quietly(() => renameSync(at(one), at(other)))
            if (step === 3) quietly(() => writeFileSync(join(at(one), `f${other}`), 'x'.repeat(other)))
            if (step === 4) quietly(() => rmSync(join(at(one), `f${other}`)))
            if (step === 5) {
              await store.close()
              store = createLocalDocumentStore({ root })
            }
            if (step >= 5) expect(await summed()).toEqual(await walked())
          }
          expect(await summed()).toEqual(await walked())
        } finally {
          await store.close()
          rmSync(root, { recursive: true })
        }
      }),
      { numRuns: 25 },
    )
  })

  it('is told as far as it is known where it may not take long, and known later', async () => {
    const root = newRoot()
    for (let folder = 0; folder < 60; folder++) {
      mkdirSync(join(root, `f${folder}`))
      for (let file = 0; file < 20; file++) writeFileSync(join(root, `f${folder}`, `${file}`), 'xy')
    }
    const store = createLocalDocumentStore({ root })
    const told = async (options: object) => {
      for await (const each of store.folders?.('', { signal, ...options }) ?? []) return each
      return undefined
    }
    expect(await told({ patienceMs: 0 })).toEqual({ path: '', documents: 0, folders: 0, bytes: 0, isOutdated: true })
    expect(await told({ patienceMs: 60_000 })).toMatchObject({ documents: 1200, folders: 60 })
    expect(await told({ maxAgeMs: 60_000, patienceMs: 0 })).not.toHaveProperty('isOutdated')
    // A store that is closed does not wait until all is counted.
    mkdirSync(join(root, 'new'))
    expect(await told({ patienceMs: 0 })).toHaveProperty('isOutdated')
    await store.close()
    rmSync(root, { recursive: true })
  })

  it('is known again without reading what did not change, and made anew where what was known is broken', async () => {
    const root = newRoot()
    for (let folder = 0; folder < 20; folder++) {
      mkdirSync(join(root, `f${folder}`))
      for (let file = 0; file < 20; file++) writeFileSync(join(root, `f${folder}`, `${file}`), 'xy')
      // Long enough ago to be believed.
      utimesSync(join(root, `f${folder}`), 1, 1)
    }
    const total = async (): Promise<unknown> => {
      const store = createLocalDocumentStore({ root })
      try {
        for await (const { documents, bytes } of store.folders?.('', { signal }) ?? []) return [documents, bytes]
      } finally {
        await store.close()
      }
      return undefined
    }
    expect(await total()).toEqual([400, 800])
    // Within a file, which its folder does not show: only the index can say the old size.
    writeFileSync(join(root, 'f3', '4'), 'longer')
    utimesSync(join(root, 'f3'), 1, 1)
    expect(await total()).toEqual([400, 800])
    writeFileSync(join(root, '.chancery/folders.sqlite'), 'not a database at all, but long enough to be looked at')
    expect(await total()).toEqual([400, 804])
    rmSync(root, { recursive: true })
  })

  it('counts nothing that a link leads to, also where a folder was before', async () => {
    const [root, outside] = [newRoot(), newRoot()]
    const store = createLocalDocumentStore({ root })
    mkdirSync(join(root, 'case'))
    for (const folder of [join(root, 'case'), outside]) writeFileSync(join(folder, 'a.txt'), 'one')
    const told = async () => {
      const found: unknown[] = []
      for await (const { path, documents } of store.folders?.('', { signal }) ?? []) found.push([path, documents])
      return found
    }
    expect(await told()).toEqual([
      ['', 1],
      ['case', 1],
    ])
    rmSync(join(root, 'case'), { recursive: true })
    symlinkSync(outside, join(root, 'case'))
    expect(await told()).toEqual([['', 0]])
    await store.close()
    for (const folder of [root, outside]) rmSync(folder, { recursive: true })
  })
})

describe('A local store', () => {
  let root: string
  let store: LocalDocumentStore
  beforeEach(() => {
    root = newRoot()
    store = createLocalDocumentStore({ root })
  })
  afterEach(async () => {
    await store.close()
    rmSync(root, { recursive: true })
  })

  const put = (path: string, text: string, condition: 'absent' | 'any' | { version: string } = 'absent') =>
    store.put(
      {
        path,
        content: new Content([Buffer.from(text)]),
        contentType: 'text/x-ours',
        metadata: { by: 'us' },
        condition,
      },
      { signal },
    )
  const paths = async (of = store): Promise<string[]> => {
    const found: string[] = []
    for await (const { path } of of.list('', { signal })) found.push(path)
    return found
  }
  const temporaryFiles = (): string[] => readdirSync(join(root, '.chancery/tmp'))
  const journals = (): string[] => readdirSync(join(root, '.chancery/journal'))

  it.each(['no folder', 'the empty folder of a mount'])(
    'takes nothing for absent when its disk is gone: %s',
    async (left) => {
      const { version } = await put('a/b.txt', 'content')
      const away = `${root}-away`
      renameSync(root, away)
      if (left !== 'no folder') mkdirSync(root)
      const folders = async () => await store.folders?.('', { signal })[Symbol.asyncIterator]().next()
      const tries: readonly (() => Promise<unknown>)[] = [
        () => store.stat('a/b.txt', { signal }),
        () => store.read('a/b.txt', { signal }),
        () => store.versions?.('none', { signal }) ?? Promise.resolve(),
        () => store.delete('a/b.txt', { condition: 'any', signal }),
        () => store.delete('a/b.txt', { condition: { version }, signal }),
        () => put('new.txt', 'x'),
        () => put('a/b.txt', 'x', { version }),
        () => paths(),
        folders,
      ]
      for (const each of tries) await expect(each()).rejects.toEqual(problem('provider_unavailable'))
      rmSync(root, { recursive: true, force: true })
      renameSync(away, root)
      expect((await store.stat('a/b.txt', { signal }))?.version).toBe(version)
      await put('new.txt', 'x')
      expect(await paths()).toEqual(['a', 'a/b.txt', 'new.txt'])
    },
  )

  it('keeps documents as plain files, and everything else under .chancery', async () => {
    await put('a/b.txt', 'content')
    await put('a/b.txt', 'other', 'any')
    await expect(put('a/b.txt', 'third')).rejects.toEqual(problem('document_exists'))
    expect(readFileSync(join(root, 'a/b.txt'), 'utf8')).toBe('other')
    expect(readdirSync(root)).toEqual(['.chancery', 'a'])
    expect(readdirSync(join(root, 'a'))).toEqual(['b.txt'])
    await store.close()
    expect(temporaryFiles()).toEqual([])
    expect(await paths()).toEqual(['a', 'a/b.txt'])
  })

  const remove = (path: string, condition: 'any' | { version: string } = 'any', of = store) =>
    of.delete(path, { condition, signal })

  it('takes folders away that a delete leaves empty, never the root, and no other', async () => {
    for (const path of ['a/b/c/1', 'a/b/2', 'a/kept/3', 'top']) await put(path, path)
    mkdirSync(join(root, 'a/kept/by hand'))
    for (const path of ['a/b/c/1', 'top', 'a/kept/3']) expect(await remove(path)).toBe(true)
    expect(await paths()).toEqual(['a', 'a/b', 'a/b/2', 'a/kept', 'a/kept/by hand'])
    expect(await remove('a/b/2')).toBe(true)
    expect(await paths()).toEqual(['a', 'a/kept', 'a/kept/by hand'])
    rmSync(join(root, 'a'), { recursive: true })
    await put('last/one', 'x')
    await remove('last/one')
    expect(readdirSync(root)).toEqual(['.chancery'])
    expect(temporaryFiles()).toEqual([])
  })

  it('puts what is short and what is long into folders that deletes of others take away', async () => {
    const other = createLocalDocumentStore({ root })
    const long = 'long '.repeat(30_000)
    await Promise.all(
      [0, 1, 2, 3].map(async (lane) => {
        const [mine, theirs] = lane % 2 === 0 ? [store, other] : [other, store]
        for (let round = 0; round < 30; round++) {
          const path = `shared/${round % 2}/${lane}`
          const text = lane === 0 ? long : 'x'
          const content = new Content([Buffer.from(text)])
          const condition = lane === 1 ? 'any' : 'absent'
          await mine.put({ path, content, contentType: 't/t', metadata: {}, condition }, { signal })
          expect(readFileSync(join(root, path), 'utf8')).toBe(text)
          expect(await remove(path, 'any', theirs)).toBe(true)
        }
      }),
    )
    await other.close()
    expect(readdirSync(root)).toEqual(['.chancery'])
  })

  it('deletes on a full disk, and what another store put is gone as well', () => {
    const module = join(import.meta.dirname, 'local-document-store.ts')
    // A bound on the size of files, set once the store is open, stands for a full disk.
    const script = `import { execFileSync } from 'node:child_process'
      import { Content } from '@chancery/core'
      import { createLocalDocumentStore } from ${JSON.stringify(module)}
      const { signal } = new AbortController()
      const store = createLocalDocumentStore({ root: ${JSON.stringify(root)} })
      const put = (path) => store.put({ path, content: new Content([Buffer.alloc(3000)]), contentType: 't/t', metadata: {}, condition: 'absent' }, { signal })
      for (const path of ['deep/a', 'b']) await put(path)
      execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=1000'])
      const told = [await put('c').then(() => 'stored', () => 'full')]
      for (const path of ['deep/a', 'b', 'b']) told.push(await store.delete(path, { condition: 'any', signal }))
      process.stdout.write(told.join(' '))
      process.exit()`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: import.meta.dirname,
      encoding: 'utf8',
    })
    expect(stdout + stderr).toBe('full true true false')
    expect(readdirSync(root)).toEqual(['.chancery'])
  })

  it('keeps a delete in its journal as long as another store may have the put in its own', async () => {
    const other = createLocalDocumentStore({ root })
    await put('a', 'x')
    expect(await remove('a', 'any', other)).toBe(true)
    expect(journals()).toHaveLength(2)
    await other.close()
    expect(journals()).toHaveLength(2)
    await store.close()
    // It is for the next process to let it go.
    const left = journals()
    expect(left).toMatchObject([expect.stringMatching(/\.deletes$/)])
    await put('b', 'y')
    await remove('b', 'any', other)
    await store.close()
    await other.close()
    expect(journals()).toEqual(left)
  })

  it('keeps the deletes of a killed process as long as a running one may have the put, and its puts no longer', async () => {
    const other = createLocalDocumentStore({ root })
    await put('a', 'x')
    await remove('a', 'any', other)
    const [mine = '', theirs = ''] = journals()
    const [host, boot] = mine.split('.')
    const dead = `${host}.${boot}.${2 ** 22 + 1}.dead.0`
    // As it was when that one was killed.
    renameSync(join(root, '.chancery/journal', theirs), join(root, '.chancery/journal', dead))
    const third = createLocalDocumentStore({ root })
    expect(await paths(third)).toEqual([])
    expect(journals().sort()).toEqual([mine, `${dead}.deletes`].sort())
    for (const one of [third, other, store]) await one.close()
    expect(await paths()).toEqual([])
    await store.close()
    expect(journals()).toEqual([])
  })

  it('stores nothing where a copy is in the place of its folder: what is known of it would be lost', async () => {
    await put('a', 'x')
    renameSync(root, `${root}.moved`)
    cpSync(`${root}.moved`, root, { recursive: true })
    try {
      await expect(put('b', 'y')).rejects.toMatchObject({ code: 'provider_unavailable' })
      rmSync(root, { recursive: true })
      renameSync(`${root}.moved`, root)
      await put('c', 'z')
      expect(await paths()).toEqual(['a', 'c'])
    } finally {
      rmSync(`${root}.moved`, { recursive: true, force: true })
    }
  })

  it('lets its journal go when it is closed', async () => {
    await put('a', 'x')
    expect(journals()).toHaveLength(1)
    await store.close()
    expect(journals()).toEqual([])
    expect(await paths()).toEqual(['a'])
  })

  it('stores what is too long for the journal', async () => {
    const text = 'long '.repeat(50_000)
    const { version } = await put('deep/a', text)
    await put('deep/a', `${text}!`, { version })
    await expect(put('deep/a', text)).rejects.toEqual(problem('document_exists'))
    expect(readFileSync(join(root, 'deep/a'), 'utf8')).toBe(`${text}!`)
    expect(journals()).toEqual([])
    expect(temporaryFiles()).toEqual([])
  })

  describe('after a loss of power', () => {
    /** What the next start finds: the journal as it is now, of before the machine started, and what `damage` leaves. */
    const losePower = async (damage: () => void, whose = '00000000.00000000'): Promise<void> => {
      const [name = ''] = journals()
      const journal = readFileSync(join(root, '.chancery/journal', name))
      await store.close()
      writeFileSync(join(root, '.chancery/journal', `${whose}.${2 ** 22 + 1}.dead.0`), journal)
      damage()
    }
    const read = async (path: string): Promise<string> =>
      Buffer.from((await store.read(path, { signal })).bytes).toString()
    /** Other bytes in the same file, as if it had been made and not been written. */
    const tear = (path: string, bytes: string): void => {
      const { atime, mtimeMs } = statSync(join(root, path))
      writeFileSync(join(root, path), bytes)
      utimesSync(join(root, path), atime, new Date(mtimeMs - 10))
    }
    afterEach(() => {
      expect(journals()).toEqual([])
      expect(temporaryFiles()).toEqual([])
    })

    it('has a document that lost its name, and its folder', async () => {
      const document = await put('deep/a', 'x')
      await losePower(() => rmSync(join(root, 'deep'), { recursive: true }))
      expect(await store.stat('deep/a', { signal })).toEqual(document)
      expect(readFileSync(join(root, 'deep/a'), 'utf8')).toBe('x')
    })

    it('has a document that is not whole', async () => {
      const document = await put('a', 'xyz')
      await losePower(() => tear('a', ''))
      expect(await store.stat('a', { signal })).toEqual(document)
      expect(await read('a')).toBe('xyz')
    })

    it('knows what the index forgot', async () => {
      const document = await put('a', 'x')
      await losePower(() => {
        for (const end of ['', '-wal', '-shm']) rmSync(join(root, `.chancery/documents.sqlite${end}`), { force: true })
      })
      expect(await store.stat('a', { signal })).toEqual(document)
    })

    it.each(['any', 'version'] as const)('has the new document where the old one came back (%s)', async (condition) => {
      const { version } = await put('a', 'old')
      await store.close()
      const document = await put('a', 'new', condition === 'any' ? 'any' : { version })
      await losePower(() => tear('a', 'old'))
      expect(await read('a')).toBe('new')
      expect(await store.stat('a', { signal })).toEqual(document)
    })

    it('has the last of several that stood on each other, where none was left', async () => {
      const first = await put('a', 'first')
      const second = await put('a', 'second', { version: first.version })
      await put('a', 'third', { version: second.version })
      await losePower(() => rmSync(join(root, 'a')))
      expect(await read('a')).toBe('third')
    })

    it('leaves what somebody wrote there later', async () => {
      await put('a', 'x', 'any')
      await losePower(() => writeFileSync(join(root, 'a'), 'other'))
      expect(await read('a')).toBe('other')
      expect((await store.stat('a', { signal }))?.metadata).toEqual({})
    })

    it('leaves another document in the place of one that was to be new', async () => {
      await put('a', 'x')
      await losePower(() => {
        rmSync(join(root, 'a'))
        writeFileSync(join(root, 'a'), 'from a backup')
        utimesSync(join(root, 'a'), new Date(0), new Date(0))
      })
      expect(await read('a')).toBe('from a backup')
    })

    it('leaves a document that stands where the folder was', async () => {
      await put('deep/a', 'x')
      await losePower(() => {
        rmSync(join(root, 'deep'), { recursive: true })
        writeFileSync(join(root, 'deep'), 'other')
      })
      expect(await paths()).toEqual(['deep'])
    })

    it('has no document whose put failed', async () => {
      await put('a', 'x')
      await store.close()
      await expect(put('a', 'y')).rejects.toEqual(problem('document_exists'))
      await expect.poll(() => readFileSync(join(root, '.chancery/journal', journals()[0]!), 'utf8')).toMatch('"failed"')
      await losePower(() => rmSync(join(root, 'a')))
      expect(await paths()).toEqual([])
    })

    const back = (path: string, from: string): void => {
      mkdirSync(join(root, path, '..'), { recursive: true })
      linkSync(join(aside, from), join(root, path))
    }
    let aside: string
    beforeEach(() => {
      aside = newRoot()
    })
    afterEach(() => rmSync(aside, { recursive: true }))
    /** The file itself by another name: a deleted one that comes back has its inode. */
    const keepAside = (path: string, as: string): void => linkSync(join(root, path), join(aside, as))

    it.each([
      ['put just before', false],
      ['put long ago', true],
    ])('has no document that was deleted, and came back, %s', async (_, isOld) => {
      await put('deep/a', 'x')
      keepAside('deep/a', 'x')
      if (isOld) await store.close()
      await remove('deep/a')
      await losePower(() => back('deep/a', 'x'))
      expect(await paths()).toEqual([])
      expect(readdirSync(root)).toEqual(['.chancery'])
    })

    it('has no document that was deleted, where the index and the folder are as they were', async () => {
      const { version } = await put('a', 'x')
      await store.close()
      const index = readFileSync(join(root, '.chancery/documents.sqlite'))
      keepAside('a', 'x')
      await remove('a', { version })
      await losePower(() => {
        for (const end of ['-wal', '-shm']) rmSync(join(root, `.chancery/documents.sqlite${end}`), { force: true })
        writeFileSync(join(root, '.chancery/documents.sqlite'), index)
        back('a', 'x')
      })
      expect(await paths()).toEqual([])
      writeFileSync(join(root, 'a'), 'x')
      expect((await store.stat('a', { signal }))?.metadata).toEqual({})
    })

    it('has no document that one stood over which was deleted', async () => {
      await put('a', 'old')
      keepAside('a', 'old')
      await store.close()
      await put('a', 'new', 'any')
      await remove('a')
      await losePower(() => back('a', 'old'))
      expect(await paths()).toEqual([])
    })

    it.each(['gone', 'the deleted one', 'the one below it', 'torn'])(
      'has the document that was put after a delete, where that is found: %s',
      async (found) => {
        await put('deep/a', 'first')
        keepAside('deep/a', 'first')
        await store.close()
        await put('deep/a', 'second', 'any')
        keepAside('deep/a', 'second')
        await remove('deep/a')
        const document = await put('deep/a', 'third')
        await losePower(() => {
          if (found === 'torn') return tear('deep/a', 'thi')
          rmSync(join(root, 'deep'), { recursive: true })
          if (found !== 'gone') back('deep/a', found === 'the deleted one' ? 'second' : 'first')
        })
        expect(await read('deep/a')).toBe('third')
        expect(await store.stat('deep/a', { signal })).toEqual(document)
      },
    )

    it('leaves what somebody wrote after a delete', async () => {
      await put('a', 'x')
      await remove('a')
      await losePower(() => writeFileSync(join(root, 'a'), 'other'))
      expect(await read('a')).toBe('other')
    })

    it('has a document whose delete failed', async () => {
      const { version } = await put('a', 'x')
      await Promise.allSettled([remove('a', { version }), put('a', 'y', { version })])
      const left = (await store.stat('a', { signal })) === undefined ? undefined : await read('a')
      await losePower(() => undefined)
      expect(await paths()).toEqual(left === undefined ? [] : ['a'])
      if (left !== undefined) expect(await read('a')).toBe(left)
    })

    it('forgets a put that was cut off before the journal had it', async () => {
      await put('a', 'x')
      await store.close()
      renameSync(join(root, 'a'), join(root, '.chancery/tmp', `00000000.00000000.${process.pid}.dead.0`))
      expect(await paths()).toEqual([])
    })

    it('has all that a file system lost which failed and was mounted anew, while the machine went on', async () => {
      await put('a', 'first')
      await put('b', 'second')
      const [host, boot] = journals()[0]?.split('.') ?? []
      await losePower(() => {
        tear('a', '')
        rmSync(join(root, 'b'))
      }, `${host}.${boot}`)
      expect([await read('a'), await read('b')]).toEqual(['first', 'second'])
    })

    it.each<[string, (outside: string) => Promise<void>]>([
      ['was refused below a document', async () => expect(put('a/x', 'y')).rejects.toEqual(problem('invalid_request'))],
      [
        'was deleted, with a document in the place of its folder',
        async () => {
          const { version } = await put('deep/b', 'y')
          await store.delete('deep/b', { condition: { version }, signal })
          await put('deep', 'z')
        },
      ],
      [
        'lies behind a link that leads outside now',
        async (outside) => {
          await put('deep/b', 'y')
          rmSync(join(root, 'deep'), { recursive: true })
          symlinkSync(outside, join(root, 'deep'))
        },
      ],
    ])('opens after its process was killed, whatever was put: %s', async (_, change) => {
      const document = await put('a', 'x')
      await change(aside)
      const [host, boot] = journals()[0]?.split('.') ?? []
      await losePower(() => {}, `${host}.${boot}`)
      expect(await store.stat('a', { signal })).toEqual(document)
      expect(readdirSync(aside)).toEqual([])
    })

    it('does nothing again of what a killed process left, which is all there', async () => {
      await put('a', 'x')
      const [host, boot] = journals()[0]?.split('.') ?? []
      await losePower(() => rmSync(join(root, 'a')), `${host}.${boot}`)
      expect(await paths()).toEqual([])
    })
  })

  it('does not take a root that went away for an empty one', async () => {
    const deep = join(root, 'deep')
    const other = createLocalDocumentStore({ root: deep })
    expect(await paths(other)).toEqual([])
    rmSync(deep, { recursive: true })
    await expect(paths(other)).rejects.toEqual(problem('provider_unavailable'))
    await other.close()
  })

  it('makes its root, and knows everything again when it is opened again', async () => {
    const deep = join(root, 'not/yet/there')
    const first = createLocalDocumentStore({ root: deep })
    const document = await first.put(
      {
        path: 'x',
        content: new Content([Buffer.from('x')]),
        contentType: 'a/b',
        metadata: { k: 'v' },
        condition: 'absent',
      },
      { signal },
    )
    await first.close()
    const second = createLocalDocumentStore({ root: deep })
    expect(await second.stat('x', { signal })).toEqual(document)
    await second.close()
    expect(await second.stat('x', { signal })).toEqual(document)
    await second.close()
  })

  it.each(['.chancery', '.chancery/x', '.CHANCERY/tmp/x', '.chancery/documents.sqlite'])(
    'keeps its own folder from callers: %s',
    async (path) => {
      await put('a', 'b')
      await expect(put(path, 'x', 'any')).rejects.toEqual(problem('invalid_request'))
      await expect(store.read(path, { signal })).rejects.toEqual(problem('invalid_request'))
      await expect(store.stat(path, { signal })).rejects.toEqual(problem('invalid_request'))
      await expect(remove(path)).rejects.toEqual(problem('invalid_request'))
      expect(readdirSync(join(root, '.chancery'))).toContain('documents.sqlite')
    },
  )

  it('refuses a name that is too long for the file system', async () => {
    await expect(put('x'.repeat(256), 'x')).rejects.toMatchObject({ violations: [{ pointer: '/path' }] })
    await expect(put(`${'x'.repeat(256)}/a`, 'x')).rejects.toMatchObject({ violations: [{ pointer: '/path' }] })
  })

  describe('with symbolic links', () => {
    let outside: string
    beforeEach(() => {
      outside = newRoot()
      writeFileSync(join(outside, 'secret.txt'), 'secret')
    })
    afterEach(() => rmSync(outside, { recursive: true }))

    it('does not follow a folder that leads outside', async () => {
      symlinkSync(outside, join(root, 'out'))
      for (const path of ['out/secret.txt', 'out/new/deep/x.txt']) {
        await expect(put(path, 'x', 'any')).rejects.toEqual(problem('invalid_request'))
      }
      await expect(store.read('out/secret.txt', { signal })).rejects.toEqual(problem('invalid_request'))
      await expect(store.stat('out/secret.txt', { signal })).rejects.toEqual(problem('invalid_request'))
      await expect(remove('out/secret.txt')).rejects.toEqual(problem('invalid_request'))
      expect(readdirSync(outside)).toEqual(['secret.txt'])
      expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret')
      expect(await paths()).toEqual([])
    })

    it('does not follow a document that leads outside, nor a dangling one', async () => {
      symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'))
      symlinkSync(join(outside, 'none'), join(root, 'dangling'))
      await expect(store.read('link.txt', { signal })).rejects.toEqual(problem('invalid_request'))
      await expect(put('link.txt', 'x', 'any')).rejects.toEqual(problem('invalid_request'))
      await expect(put('dangling', 'x', 'any')).rejects.toEqual(problem('invalid_request'))
      await expect(put('dangling/x', 'x', 'any')).rejects.toEqual(problem('invalid_request'))
      for (const path of ['link.txt', 'dangling']) {
        await expect(remove(path)).rejects.toMatchObject({ violations: [{ code: 'path_symbolic_link' }] })
      }
      expect(await remove('dangling/x')).toBe(false)
      expect(readdirSync(outside)).toEqual(['secret.txt'])
    })

    it('does not reach its own folder through a link, nor loops', async () => {
      symlinkSync('.', join(root, 'self'))
      await put('a.txt', 'x')
      await expect(store.read('self/.chancery/documents.sqlite', { signal })).rejects.toEqual(
        problem('invalid_request'),
      )
      expect((await store.read('self/self/a.txt', { signal })).bytes).toHaveLength(1)
      expect(await paths()).toEqual(['a.txt'])
    })

    it('does not lead from one space to another, nor into one', async () => {
      symlinkSync('.', join(root, 'self'))
      const outside = problem('invalid_request')
      await expect(put('self/.spaces/a/new.txt', 'x')).rejects.toEqual(outside)
      await put('.spaces/a/doc.txt', 'x')
      await put('.spaces/b/doc.txt', 'x')
      await put('doc.txt', 'x')
      symlinkSync('../a', join(root, '.spaces/b/to-a'))
      symlinkSync('../../doc.txt', join(root, '.spaces/b/to-common.txt'))
      for (const path of ['self/.spaces/a/doc.txt', '.spaces/b/to-a/doc.txt', '.spaces/b/to-common.txt']) {
        await expect(store.read(path, { signal })).rejects.toEqual(outside)
        await expect(store.stat(path, { signal })).rejects.toEqual(outside)
        await expect(put(path, 'y', 'any')).rejects.toEqual(outside)
        await expect(remove(path)).rejects.toMatchObject({ code: 'invalid_request' })
      }
      await expect(put('.spaces/b/to-a/new/doc.txt', 'y')).rejects.toEqual(outside)
      const listed = async (folder: string) => {
        for await (const _ of store.list(folder, { signal })) expect.unreachable()
      }
      await expect(listed('self/.spaces/a')).rejects.toEqual(outside)
      await expect(listed('.spaces/b/to-a')).rejects.toEqual(outside)
    })

    it('may stay within a space', async () => {
      await put('.spaces/a/folder/doc.txt', 'x')
      symlinkSync('folder', join(root, '.spaces/a/link'))
      await put('.spaces/a/link/new/doc.txt', 'y')
      expect((await store.read('.spaces/a/folder/new/doc.txt', { signal })).bytes).toHaveLength(1)
    })

    it('opens a root that is itself a link', async () => {
      const link = join(outside, 'root')
      symlinkSync(root, link)
      const linked = createLocalDocumentStore({ root: link })
      await put('a.txt', 'x')
      expect(await paths(linked)).toEqual(['a.txt'])
      await linked.close()
    })
  })

  describe('with files that a person put there', () => {
    const old = new Date('2026-01-02T03:04:05.000Z')

    it('takes them for documents', async () => {
      mkdirSync(join(root, 'by hand'))
      writeFileSync(join(root, 'by hand/Brief.PDF'), '123456789')
      utimesSync(join(root, 'by hand/Brief.PDF'), old, old)
      const document = await store.stat('by hand/Brief.PDF', { signal })
      expect(document).toMatchObject({
        size: 9,
        contentType: 'application/pdf',
        crc32c: '4waSgw==',
        sha256: '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225',
        updatedAt: old.toISOString(),
        metadata: {},
      })
      expect((await store.read('by hand/Brief.PDF', { signal })).document).toEqual(document)
      await put('by hand/Brief.PDF', 'x', { version: document?.version ?? '' })
      expect(await store.stat('by hand/Brief.PDF', { signal })).toMatchObject({ contentType: 'text/x-ours' })
    })

    it('deletes them, in the version that they are in', async () => {
      for (const name of ['a.txt', 'b.txt']) writeFileSync(join(root, name), name)
      const { version = '' } = (await store.stat('a.txt', { signal })) ?? {}
      appendFileSync(join(root, 'a.txt'), 'more')
      await expect(remove('a.txt', { version })).rejects.toEqual(problem('write_conflict'))
      expect(await remove('a.txt', { version: (await store.stat('a.txt', { signal }))?.version ?? '' })).toBe(true)
      expect(await remove('b.txt')).toBe(true)
      expect(await paths()).toEqual([])
    })

    it('never gives edited bytes the metadata of the old ones', async () => {
      const before = await put('a.csv', 'old')
      appendFileSync(join(root, 'a.csv'), ' and new')
      const { document, bytes } = await store.read('a.csv', { signal })
      expect(Buffer.from(bytes).toString()).toBe('old and new')
      expect(document).toMatchObject({ contentType: 'text/csv', metadata: {}, size: 11, createdAt: before.createdAt })
      expect(document.version).not.toBe(before.version)
      await expect(put('a.csv', 'x', { version: before.version })).rejects.toEqual(problem('write_conflict'))
    })

    it('notices a second edit of the same size in the same moment', async () => {
      writeFileSync(join(root, 'a.txt'), 'one')
      const first = await store.read('a.txt', { signal })
      writeFileSync(join(root, 'a.txt'), 'two')
      const second = await store.read('a.txt', { signal })
      expect([first, second].map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(['one', 'two'])
    })

    it('knows the metadata of a copy of the whole folder', async () => {
      const stored = await put('a/b', 'content')
      await store.close()
      const copy = newRoot()
      await cp(root, copy, { recursive: true })
      const copied = createLocalDocumentStore({ root: copy })
      expect(await copied.stat('a/b', { signal })).toMatchObject({
        contentType: 'text/x-ours',
        metadata: { by: 'us' },
        createdAt: stored.createdAt,
        sha256: stored.sha256,
      })
      await copied.close()
      rmSync(copy, { recursive: true })
    })

    it('passes over what is neither a file nor a folder, and does not wait for it', async () => {
      await put('a', 'x')
      execFileSync('mkfifo', [join(root, 'pipe')])
      expect(await paths()).toEqual(['a'])
      expect(await store.stat('pipe', { signal })).toBeUndefined()
      expect(await remove('pipe')).toBe(false)
    })
  })

  it('holds conditions among stores that share a root', async () => {
    const others = Array.from({ length: 4 }, () => createLocalDocumentStore({ root }))
    const { version } = await put('a', 'first')
    const outcomes = await Promise.allSettled(
      others.map((other, n) =>
        other.put(
          {
            path: 'a',
            content: new Content([Buffer.from(`${n}`)]),
            contentType: 't/t',
            metadata: { n: `${n}` },
            condition: { version },
          },
          { signal },
        ),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const { document, bytes } = await store.read('a', { signal })
    expect(document.metadata['n']).toBe(Buffer.from(bytes).toString())
    for (const other of others) await other.close()
  })

  it('removes what dead processes left, and nothing else', async () => {
    await put('a', 'x')
    const [host, boot, , instance] = journals()[0]?.split('.') ?? []
    const place = (name: string, age: number): void => {
      const file = join(root, '.chancery/tmp', name)
      writeFileSync(file, 'x')
      utimesSync(file, new Date(Date.now() - age), new Date(Date.now() - age))
    }
    await store.close()
    place(`00000000.${boot}.1.${instance}.0`, 2 * 3_600_000)
    place(`${host}.00000000.1.${instance}.0`, 0)
    place(`${host}.${boot}.${2 ** 22 + 1}.${instance}.0`, 0)
    const kept = [`00000000.${boot}.1.${instance}.1`, `${host}.${boot}.1.${instance}.1`]
    for (const name of kept) place(name, 0)
    expect(await paths()).toEqual(['a'])
    expect(temporaryFiles().sort()).toEqual(kept.sort())
  })

  it('says that it is unavailable when its root is a file, without naming the place', async () => {
    writeFileSync(join(root, 'file'), '')
    const blocked = createLocalDocumentStore({ root: join(root, 'file') })
    const error: unknown = await blocked.check({ signal }).catch((thrown: unknown) => thrown)
    expect(error).toEqual(problem('provider_unavailable'))
    await expect(blocked.stat('a', { signal })).rejects.toEqual(problem('provider_unavailable'))
    expect(JSON.stringify(error) + String(error)).not.toContain(root)
  })

  it('says that it is unavailable when nothing more can be written', () => {
    const module = join(import.meta.dirname, 'local-document-store.ts')
    // A bound on the size of files, set once the store is open, stands for a full disk.
    const script = `import { execFileSync } from 'node:child_process'
      import { createLocalDocumentStore } from ${JSON.stringify(module)}
      const store = createLocalDocumentStore({ root: ${JSON.stringify(root)} })
      const check = () => store.check({ signal: new AbortController().signal }).then(() => 'usable', ({ code }) => code)
      const before = await check()
      execFileSync('prlimit', ['--pid', String(process.pid), '--fsize=1000'])
      process.stdout.write([before, await check()].join(' '))`
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(stdout + stderr).toBe('usable provider_unavailable')
    expect(temporaryFiles()).toEqual([])
  })

  it('lists four thousand documents without holding up others for long', async () => {
    for (let folder = 0; folder < 4; folder++) {
      mkdirSync(join(root, `f${folder}`))
      for (let n = 0; n < 1000; n++) writeFileSync(join(root, `f${folder}/${n}.txt`), '')
    }
    let turns = 0
    const ticker = setInterval(() => turns++, 1)
    expect(await paths()).toHaveLength(4004)
    clearInterval(ticker)
    expect(turns).toBeGreaterThan(3)
  })
})
