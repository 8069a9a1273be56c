-- Sends the requests of a file again and again: each is its length, a line break, and its bytes. With "rotate" the file has
-- the head of a request, and then refresh tokens: each answer's token is sent next, as the browser of its session would.
local texts, at, head = {}, 0, nil

function init(args)
  local file = assert(io.open(args[1], 'rb'))
  for length in file:lines() do
    texts[#texts + 1] = file:read(tonumber(length))
    file:read(1)
  end
  file:close()
  if args[2] == 'rotate' then
    head = table.remove(texts, 1)
    response = function(_, _, body)
      local token = body:match('"refresh_token":"([^"]+)"')
      if token then texts[#texts + 1] = token end
    end
  end
end

function request()
  if head then
    -- A server that refuses brings no new ones; the last one is counted as failed.
    at = math.min(at + 1, #texts)
    local body = 'grant_type=refresh_token&refresh_token=' .. texts[at]
    return head .. 'content-length: ' .. #body .. '\r\n\r\n' .. body
  end
  at = at % #texts + 1
  return texts[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format('RESULT %d %d %d %d %d\n', summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(95), errors.connect + errors.read + errors.write + errors.status + errors.timeout))
end
