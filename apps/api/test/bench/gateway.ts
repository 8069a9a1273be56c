import { createServer } from 'node:http'

// An SMS gateway in a process of its own, whose cost is not measured: it keeps the newest code of each number.
const codes = new Map<string, string>()

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.end(JSON.stringify(Object.fromEntries(codes)))
    return codes.clear()
  }
  let text = ''
  request.setEncoding('utf8').on('data', (part: string) => (text += part))
  request.on('end', () => {
    const { to, text: words } = JSON.parse(text) as { to: string; text: string }
    codes.set(to, /^[0-9]{6}/.exec(words)?.[0] ?? '')
    response.writeHead(202).end('{}')
  })
})
server.listen(Number(process.env['PORT']), '127.0.0.1')
