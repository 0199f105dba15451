import { type Contract, problemCodes, type JsonSchema, type ProblemCodeName } from '@chancery/core'
import { isAboutCalls } from '../background/contracts-about-calls.ts'
import { exampleKey } from '../openapi/example-key.ts'
import { fieldRows, isShape, type FieldRow } from '../openapi/field-rows.ts'
import { html, prose, type Html } from './html.ts'
import type { OpenApiDocument } from '../openapi/openapi.ts'
import { codesOf } from '../openapi/openapi-problems.ts'
import { statusOfCode } from '../answer/problem.ts'
import { cutMark, shownJson } from '../json/shown-json.ts'
import type { ServiceInfo } from '../settings.ts'

/** All calls on one page, made from their contracts: no script, no outside host. */
export function docsPage(operations: readonly Contract[], document: OpenApiDocument): string {
  const baseUrl = document.servers[0]?.url ?? ''
  const { schemas } = document.components
  const shapes = new Set(
    Object.keys(schemas).filter((name) => isShape(schemas[name]) && !/(?:Input|Output)$/.test(name)),
  )
  const called = operations.filter((operation) => !isAboutCalls(operation))
  const areas = document.tags
    .map((tag) => ({ ...tag, operations: operations.filter(({ area }) => area === tag.name) }))
    .filter((area) => area.operations.length > 0)
  const navigation = areas.map(
    ({ name, operations }) =>
      html`<li>
        <a class="area" href="#${name}">${name}</a>
        <ul>
          ${operations.map((operation) => html`<li><a href="#${operation.name}">${operation.name}</a></li>`)}
        </ul>
      </li>`,
  )
  const sections = areas.map(
    ({ name, description, operations }) =>
      html`<section class="area" id="${name}">
        <h2>${name}</h2>
        <p class="lead">${prose(description)}</p>
        ${operations.map((operation) => operationSection(operation, document, baseUrl, shapes))}
      </section>`,
  )
  return layout(
    'Chancery',
    'docs/style.css',
    html`<div class="page">
      <nav aria-label="Operations">
        <p class="brand">Chancery <small>${String(document.info.version)}</small></p>
        <ul>
          ${navigation}
          <li><a class="area" href="#conventions">conventions</a></li>
          <li><a class="area" href="#shapes">shapes</a></li>
          <li><a class="area" href="#limits">limits</a></li>
          <li><a class="area" href="#problems">problems</a></li>
        </ul>
        <p><a href="openapi.json">openapi.json</a></p>
      </nav>
      <main>
        <header>
          <h1>Chancery</h1>
          <p class="lead">
            A firm’s paperwork with its clients: ${called.length} operations and service calls over HTTP. Each is a
            <code>POST</code> to <code>${baseUrl}/&lt;name&gt;</code> with a JSON object and your key in
            <code>x-api-key</code>.
          </p>
        </header>
        ${sections} ${conventions(called.length < operations.length)}
        <section id="shapes">
          <h2>Shapes</h2>
          <p class="lead">Objects that several operations share.</p>
          ${[...shapes].map(
            (name) =>
              html`<article id="${name}">
                <h3>${name}</h3>
                <p>${prose(String(schemas[name]?.description ?? ''))}</p>
                ${fieldTable(fieldRows(schemas[name] ?? {}, schemas), shapes)}
              </article>`,
          )}
        </section>
        <section id="limits">
          <h2>Limits</h2>
          <div class="table">
            <table>
              <thead>
                <tr>
                  <th>Limit</th>
                  <th class="number">Value</th>
                </tr>
              </thead>
              <tbody>
                ${Object.entries(document['x-limits']).map(
                  ([name, value]) =>
                    html`<tr>
                      <td><code>${name}</code></td>
                      <td class="number">${value.toLocaleString('en-GB')}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>
        </section>
        <section id="problems">
          <h2>Problems</h2>
          <div class="table">
            <table>
              <thead>
                <tr>
                  <th>Code</th>
                  <th class="number">Status</th>
                  <th>When</th>
                </tr>
              </thead>
              <tbody>
                ${(Object.keys(problemCodes) as ProblemCodeName[]).map(
                  (code) =>
                    html`<tr>
                      <td>
                        <a href="docs/problems/${code}"><code>${code}</code></a>
                      </td>
                      <td class="number">${statusOfCode(code)}</td>
                      <td>${prose(problemCodes[code].meaning)}</td>
                    </tr>`,
                )}
              </tbody>
            </table>
          </div>
        </section>
      </main>
    </div>`,
  )
}

function operationSection(
  operation: Contract,
  document: OpenApiDocument,
  baseUrl: string,
  shapes: ReadonlySet<string>,
): Html {
  const takesOn = document.paths['/get-operation'] !== undefined
  const post = document.paths[`/${operation.name}`]?.post as unknown as OperationObject
  const { schemas } = document.components
  const input = fieldRows(post.requestBody.content['application/json'].schema, schemas)
  const success = post.responses['200'].content['application/json']
  const output = fieldRows(success.schema.properties.data, schemas)
  const answers = success.examples ?? {}
  return html`<article id="${operation.name}">
    <h3><span class="method">POST</span> <a href="#${operation.name}">/${operation.name}</a></h3>
    <p class="lead">${prose(operation.summary)}</p>
    <p>${prose(operation.description)}</p>
    ${operation.effect ? html`<p class="note">It changes something: send an <code>Idempotency-Key</code> so that a repetition is safe, or <code>"dryRun": true</code> to check without doing it.</p>` : undefined}
    <h4>Request</h4>
    ${fieldTable(input, shapes)}
    <h4>Answer, in <code>data</code></h4>
    ${fieldTable(output, shapes)}
    ${operation.examples.map(({ title, input }) => {
      const call = curl(baseUrl, operation, input)
      const value = (answers[exampleKey(title)] as { readonly value: unknown } | undefined)?.value
      const answer = value === undefined ? undefined : shownJson(value)
      const cut = `${call}${answer ?? ''}`.includes(cutMark)
        ? html`<p>Long texts are cut here; <a href="openapi.json">openapi.json</a> has them whole.</p>`
        : undefined
      return html`<h4>${title}</h4>
        <pre tabindex="0"><code>${call}</code></pre>
        ${
          answer === undefined
            ? undefined
            : html`<p>is answered with</p>
                <pre class="answer" tabindex="0"><code>${answer}</code></pre>`
        }
        ${cut}`
    })}
    <p class="codes">
      ${codesOf(operation, takesOn).map((code) => html`<a href="docs/problems/${code}">${code}</a> `)}
    </p>
  </article>`
}

interface OperationObject {
  readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } }
  readonly responses: {
    readonly '200': {
      readonly content: {
        readonly 'application/json': {
          readonly schema: { readonly properties: { readonly data: JsonSchema } }
          readonly examples?: Readonly<Record<string, unknown>>
        }
      }
    }
  }
}

const required = html` <span class="required" title="required">*</span>`

/** A type, with its shapes as links to their tables. */
const linked = (type: string, shapes: ReadonlySet<string>): readonly (string | Html)[] =>
  type.split(/\b/).map((word) => (shapes.has(word) ? html`<a href="#${word}">${word}</a>` : word))

const fieldTable = (rows: readonly FieldRow[], shapes: ReadonlySet<string>): Html =>
  html`<div class="table">
    <table>
      <thead>
        <tr>
          <th>Field</th>
          <th>Type</th>
          <th>What it is</th>
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (row) =>
            html`<tr>
              <td><code>${row.path}</code>${row.required ? required : undefined}</td>
              <td class="type">${linked(row.type, shapes)}</td>
              <td>${prose(row.description)}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`

/** A call to paste into a shell; long texts, such as whole documents, are cut short. */
function curl(baseUrl: string, operation: Contract, input: unknown): string {
  const lines = [
    `curl ${baseUrl}/${operation.name}`,
    `  -H 'content-type: application/json'`,
    `  -H "x-api-key: $CHANCERY_KEY"`,
    ...(operation.effect ? [`  -H "idempotency-key: $(date +%s)"`] : []),
    `  -d '${shownJson(input).replaceAll("'", String.raw`'\''`)}'`,
  ]
  return lines.join(' \\\n')
}

const longWork = html`<dt>Long work</dt>
  <dd>
    With <code>Prefer: respond-async</code> a call is done in the background, where it may take minutes and more may
    come in one call. It is answered with <code>202</code> and
    <code>{"data": {"operation": {"id", "name", "done", "createdAt", "expiresAt"}}}</code>;
    <a href="#get-operation">/get-operation</a> tells how far it is, and then the answer that the call would have had.
    An <code>Idempotency-Key</code> names the operation: the same call again gets the same operation, then its answer.
  </dd>`

const conventions = (takesOn: boolean): Html =>
  html`<section id="conventions">
    <h2>Conventions</h2>
    <dl>
      <dt>Success</dt>
      <dd>
        <code>200</code> with <code>{"data": …, "meta": {"requestId", "operation", "durationMs", "warnings"}}</code>.
      </dd>
      <dt>Failure</dt>
      <dd>
        <code>application/problem+json</code> with <code>code</code>, <code>detail</code>, <code>retryable</code>, and
        in <code>errors</code> every violation with its JSON pointer.
      </dd>
      <dt>Repeating</dt>
      <dd>
        With an <code>Idempotency-Key</code> the same call gets the first answer again, marked
        <code>Idempotency-Replayed: true</code>. The same key with another body is refused, and so is a twin of a call
        that still runs. What may succeed later (<code>retryable</code>) and what broke the contract is not kept, so the
        key may be used again.
      </dd>
      ${takesOn ? longWork : undefined}
      <dt>Rates</dt>
      <dd>
        <code>RateLimit-Policy</code> and <code>RateLimit</code> tell what a key may still do;
        <code>Retry-After</code> when to come back.
      </dd>
      <dt>Bytes</dt>
      <dd>
        An <code>Accept</code> of a document’s own type, or <code>application/octet-stream</code>, answers the one
        produced document as it is. <code>multipart/form-data</code> takes documents as files: the part
        <code>request</code> is the JSON, each file is named by its place in it (<code>document</code>,
        <code>samples.0</code>). With the header <code>Chancery-Request</code>, which holds the JSON, the body of a call
        that takes one document is that document itself.
      </dd>
      <dt>Address</dt>
      <dd>No path parameters, and no query: one is refused rather than ignored.</dd>
      <dt>Tracing</dt>
      <dd><code>X-Request-Id</code> and W3C <code>traceparent</code> are taken over and answered.</dd>
    </dl>
  </section>`

/** What becomes of the same call. */
const chances = {
  true: 'may succeed later, unchanged',
  false: 'will not succeed unchanged',
  'as-told': 'may succeed later where the problem says so',
} as const

/** What a problem's `type` leads to. */
export function problemPage(code: ProblemCodeName, info: ServiceInfo): string {
  const { title, meaning, remedy, retryable } = problemCodes[code]
  return layout(
    code,
    '../style.css',
    html`<main class="single">
      <p><a href="../../docs#problems">Chancery ${info.version}</a></p>
      <h1>${title}</h1>
      <p class="lead"><code>${code}</code> · status ${statusOfCode(code)} · ${chances[`${retryable}`]}</p>
      <h2>When it happens</h2>
      <p>${prose(meaning)}</p>
      <h2>What to do</h2>
      <p>${prose(remedy)}</p>
    </main>`,
  )
}

const layout = (title: string, style: string, body: Html): string =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${style}" />
      </head>
      <body>
        ${body}
      </body>
    </html> `.html
