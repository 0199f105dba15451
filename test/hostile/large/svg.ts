import { deep, type LargeAttack, of } from './large-attack.ts'

export const svgAttacks: readonly LargeAttack<string>[] = [
  [
    'a text of 200,000 lines',
    () =>
      `<svg xmlns="http://www.w3.org/2000/svg"><text>${of(200_000, (n) => `<tspan dy="1">t${n}</tspan>`)}</text></svg>`,
  ],
  [
    'uses of uses, two to the 30th',
    () =>
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:x="http://www.w3.org/1999/xlink"><g id="a0"><text>a</text></g>${of(30, (n) => `<g id="a${n + 1}"><use x:href="#a${n}"/><use x:href="#a${n}"/></g>`)}<use x:href="#a30"/></svg>`,
  ],
  [
    '100,000 texts',
    () => `<svg xmlns="http://www.w3.org/2000/svg">${of(100_000, (n) => `<text x="${n}" y="${n}">a</text>`)}</svg>`,
  ],
  [
    'a path of 5 MB',
    () =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="100" height="100"><path d="M0 0${'l1 1-1 2'.repeat(600_000)}"/></svg>`,
  ],
  [
    'groups 500 deep with styles',
    () =>
      `<svg xmlns="http://www.w3.org/2000/svg"><style>${of(2000, (n) => `.a${n} text{fill:red}`)}</style>${deep(500, '<g class="a1" transform="rotate(1)">', '</g>', '<text>a</text>').repeat(60)}</svg>`,
  ],
]
