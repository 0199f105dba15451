import fs from 'node:fs'
import { expectModelInvariants } from '@chancery/port-contracts/text-extractor'
import { modelOfRecording } from './document-ai/model-of-recording.ts'
import { createEmbeddedExtractor } from './embedded.ts'
import { docxOf, paragraph, run } from './docx/docx-fixture.ts'
import { docxToHtml } from './docx/html-view.ts'
const d='/work/shared/corpora/document-ai/'
for (const f of ['blank_document.json','form_parser/pretrained-form-parser-v1.0-2020-09-23_full-output.json']) {
  const j=JSON.parse(fs.readFileSync(d+f,'utf8'))
  const m={...modelOfRecording(j,{tableCells:1e6,textLength:1e7}),contentType:'x',extractor:'x'}
  try { expectModelInvariants(m) } catch(e) { console.log(f, (e as Error).message.slice(0,500)) }
  console.log(f,m.text.length,(j.text??'').length,m.blocks.length,m.language,m.keyValues.length, j.pages?.[0]?.formFields?.length, m.keyValues.slice(0,6).map(k=>k.key+' => '+k.value), m.formFields.length)
}
const e=createEmbeddedExtractor()
const sig={signal:new AbortController().signal}, rq={ocr:'auto' as const,languages:[]}
const vet=(bytes:Uint8Array|string,type:string)=>({bytes:typeof bytes==='string'?new TextEncoder().encode(bytes):bytes,type,contentType:'x',findings:[]}) as never
const time=async(n:string,f:()=>Promise<unknown>)=>{const t=performance.now();let r:unknown='ok';try{r=await f()}catch(x){r=(x as {code:string}).code};console.log(n,(performance.now()-t).toFixed(0)+'ms', typeof r==='string'?r:'ok', (process.memoryUsage().rss/1e6).toFixed(0)+'MB')}
const small=docxOf({body:Array.from({length:60},(_,i)=>paragraph(run('Paragraph number '+i+' of a letter with words'))).join('')})
for (let i=0;i<20;i++){await e.extract(vet(small,'docx'),rq,sig);await docxToHtml(vet(small,'docx'))}
await time('100 small docx',async()=>{for(let i=0;i<100;i++)await e.extract(vet(small,'docx'),rq,sig)})
await time('100 small mammoth',async()=>{for(let i=0;i<100;i++)await docxToHtml(vet(small,'docx'))})
const big=docxOf({body:Array.from({length:60000},(_,i)=>paragraph(run('Paragraph number '+i+' of a letter with words'))).join('')})
await time('big docx',()=>e.extract(vet(big,'docx'),rq,sig))
const cell=(t:string)=>`<w:tc>${paragraph(run(t))}</w:tc>`
await time('docx 20k-row table',()=>e.extract(vet(docxOf({body:`<w:tbl>${`<w:tr>${cell('a')}${cell('b')}</w:tr>`.repeat(20000)}</w:tbl>`}),'docx'),rq,sig))
await time('docx nested boxes',()=>e.extract(vet(docxOf({body:paragraph('<w:r><w:pict><w:txbxContent><w:p>'.repeat(90)+'</w:p></w:txbxContent></w:pict></w:r>'.repeat(90))}),'docx'),rq,sig))
await time('docx nested drawings',()=>e.extract(vet(docxOf({body:paragraph('<w:drawing>'.repeat(380)+'<a:blip r:embed="x"/>'.repeat(3000)+'</w:drawing>'.repeat(380))}),'docx'),rq,sig))
await time('docx nested alternate',()=>e.extract(vet(docxOf({body:paragraph('<mc:AlternateContent><mc:Choice>'.repeat(190)+'<w:b/>'.repeat(20000)+'</mc:Choice></mc:AlternateContent>'.repeat(190))}),'docx'),rq,sig))
await time('docx nested sdt',()=>e.extract(vet(docxOf({body:'<w:sdt><w:sdtPr><w:tag w:val="x"/></w:sdtPr><w:sdtContent>'.repeat(190)+paragraph(run('x')).repeat(5000)+'</w:sdtContent></w:sdt>'.repeat(190)}),'docx'),rq,sig))
await time('docx nested tbl',()=>e.extract(vet(docxOf({body:'<w:tbl><w:tr><w:tc>'.repeat(130)+paragraph(run('x')).repeat(2000)+'</w:tc></w:tr></w:tbl>'.repeat(130)}),'docx'),rq,sig))
await time('csv 200k x 5',()=>e.extract(vet('a,b,c,d,e\n'.repeat(190000),'csv'),rq,sig))
await time('csv 2 cols 400k',()=>e.extract(vet('key,val\n'.repeat(400000),'csv'),rq,sig))
await time('csv quotes',()=>e.extract(vet('"a""'.repeat(2e6),'csv'),rq,sig))
await time('csv quotes2',()=>e.extract(vet('"a",b"'.repeat(1e6),'csv'),rq,sig))
await time('csv open quote lines',()=>e.extract(vet('"a\n'.repeat(1e6),'csv'),rq,sig))
await time('txt 30MB',()=>e.extract(vet('key: value\n\n'.repeat(2.5e6),'text'),rq,sig))
await time('txt colon',()=>e.extract(vet('a:b\tc:'.repeat(3e6),'text'),rq,sig))
await time('txt tabs',()=>e.extract(vet('a: '+'\t'.repeat(5e6)+'b','text'),rq,sig))
await time('txt spaces',()=>e.extract(vet('a'+' '.repeat(5e6)+'b','text'),rq,sig))
await time('html 10MB p',()=>e.extract(vet('<p>hello <b>you</b>'.repeat(5e5),'html'),rq,sig))
await time('html li',()=>e.extract(vet('<table><tr><td>'.repeat(130)+'<td>x'.repeat(1e5),'html'),rq,sig))
await time('html attrs',()=>e.extract(vet('<p '+Array.from({length:50000},(_,i)=>'a'+i).join(' ')+'>','html'),rq,sig))
await time('html meta',()=>e.extract(vet('<meta '.repeat(2e5),'html'),rq,sig))
await time('html select',()=>e.extract(vet('<select>'+'<option>x'.repeat(2e5),'html'),rq,sig))
await time('html a',()=>e.extract(vet('<a href=x>'.repeat(1e5),'html'),rq,sig))
await time('html rowspan',()=>e.extract(vet('<table>'+'<tr><td rowspan=65000 colspan=1000>x'.repeat(2000),'html'),rq,sig))
for (const [n,s] of [['links','[a]('],['emph','*a **b '],['back','`'.repeat(7)+' a '],['quotes','> '],['pipes','|a'],['footnotes','[^a]: x\n'],['html','<a '],['lists','- a\n  '],['entities','&amp;'],['auto','www.a.b'],['nested','   - a\n'],['tables','|a|\n|-|\n'],['email','a.b@'],['under','_a__'],['short','*a_ [\n'],['brk','![[\n'],['refs','[a]: b\n[a]']] as const) await time('md '+n,()=>e.extract(vet(s.repeat(Math.floor(900000/s.length)),'markdown'),rq,sig))
