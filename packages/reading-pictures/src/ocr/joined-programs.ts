import type { TesseractProgram } from './tesseract-program.ts'

/**
 * One program with the languages of two. The first reads what is in its own; the second, which is slower, reads what the
 * first has no data for: a Tesseract as Debian installs it knows English alone.
 */
export function joinedPrograms(first: TesseractProgram, second: TesseractProgram): TesseractProgram {
  return {
    id: first.id,
    languages: [...new Set([...first.languages, ...second.languages])],
    recognize({ languages, ...page }) {
      const ownOf = (program: TesseractProgram): readonly string[] =>
        languages.filter((language) => program.languages.includes(language))
      // Where neither has all of them, the one that has more.
      const program = ownOf(second).length > ownOf(first).length ? second : first
      return program.recognize({ ...page, languages: ownOf(program) })
    },
    knowsOrientation: first.knowsOrientation || second.knowsOrientation,
    orientation: (page) => (first.knowsOrientation ? first : second).orientation(page),
    async close() {
      await Promise.all([first.close(), second.close()])
    },
  }
}
