/**
 * Scripts that the engine runs atomically. Their key is the index of a session; all other keys that they use are in its slot.
 *
 * - `{session}:i`, the index: `u` time of the last use in milliseconds, `p` last position, and the version of each collection by its name
 * - `{session}<name>`, a collection: records by key, each as `version:position:text`. A name is `:c:<interface>/<collection>`; in a snapshot
 *   `/<snapshot>` precedes it.
 * - `{session}:j` the journal, `{session}:d` the changes of each request for a minute, under the ID of its journal entry
 * - `{session}:w`, `:f` requests that wait for the clock, and that follow the journal, each with the time until which it counts
 */
const shared = `
local index = KEYS[1]
local root = string.sub(index, 1, -3)

local function namesWith(start)
  local names = {}
  for _, name in ipairs(redis.call('HKEYS', index)) do
    if #name > 1 and string.sub(name, 1, #start) == start then names[#names + 1] = name end
  end
  return names
end

local function keepLikeIndex(key)
  local left = redis.call('PTTL', index)
  if left > 0 then redis.call('PEXPIRE', key, left) end
end

-- All keys of a session expire together, a little later than asked, so that they need not be renewed at each use.
local function touch(time, idle)
  redis.call('HSET', index, 'u', time)
  if idle == '0' or redis.call('PTTL', index) >= tonumber(idle) then return end
  local names = namesWith('')
  names[#names + 1] = ':i'
  names[#names + 1] = ':j'
  for _, name in ipairs(names) do redis.call('PEXPIRE', root .. name, math.floor(idle * 1.05)) end
end

-- Writes come as name, key, text; an empty text removes the record. Returns each with the record before it.
local function write(version, first)
  local changes = {}
  for i = first, #ARGV, 3 do
    local name, key, text = ARGV[i], ARGV[i + 1], ARGV[i + 2]
    local at = root .. name
    local old = redis.call('HGET', at, key)
    changes[#changes + 1] = {name, key, old or '', text}
    if text == '' then
      redis.call('HDEL', at, key)
    else
      local position = old and string.match(old, '^[^:]*:(%d+):') or redis.call('HINCRBY', index, 'p', 1)
      redis.call('HSET', at, key, version .. ':' .. position .. ':' .. text)
    end
    if text == '' and redis.call('EXISTS', at) == 0 then
      redis.call('HDEL', index, name)
    elseif redis.call('HSET', index, name, version) == 1 then
      keepLikeIndex(at)
    end
  end
  return changes
end

local function append(line, changes, time)
  local journal = root .. ':j'
  local id = redis.call('XADD', journal, 'MAXLEN', '~', 200, '*', 'e', line)
  if redis.call('XLEN', journal) == 1 then keepLikeIndex(journal) end
  -- Changes hold values that callers sent, so they are noted only while somebody follows them.
  if redis.call('ZCOUNT', root .. ':f', time, '+inf') == 0 then return end
  -- Refused when the engine's clock went back since the last entry, and then the changes are not known.
  redis.pcall('XADD', root .. ':d', 'MAXLEN', '~', 200, id, 'c', #changes > 0 and cjson.encode(changes) or '[]')
  redis.call('PEXPIRE', root .. ':d', 60000)
end

local function clear(start)
  for _, name in ipairs(namesWith(start)) do
    redis.call('UNLINK', root .. name)
    redis.call('HDEL', index, name)
  end
end
`

const bodies = {
  /** ARGV: names and keys in turn; a key starts with `=`, and without one the whole collection is read, with its version. */
  fetch: `
local found = {}
for i = 1, #ARGV, 2 do
  local at, key = root .. ARGV[i], ARGV[i + 1]
  if key == '' then found[#found + 1] = {redis.call('HGET', index, ARGV[i]) or '0', redis.call('HGETALL', at)}
  else found[#found + 1] = redis.call('HGET', at, string.sub(key, 2)) or '' end
end
return found
`,
  /**
   * ARGV: time; milliseconds until an unused session expires; a version that nobody has used; a line for the journal; the number of reads; each
   * read as name, key, version; the writes. Returns 0, and changes nothing, when something that was read has changed.
   */
  commit: `
local time, idle, version, line, reads = ARGV[1], ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
for i = 6, 3 + 3 * reads, 3 do
  local current
  if ARGV[i + 1] == '' then current = redis.call('HGET', index, ARGV[i])
  else
    current = redis.call('HGET', root .. ARGV[i], string.sub(ARGV[i + 1], 2))
    current = current and string.match(current, '^[^:]*')
  end
  if (current or '0') ~= ARGV[i + 2] then return 0 end
end
touch(time, idle)
local changes = write(version, 6 + 3 * reads)
if line ~= '' then append(line, changes, time) end
return 1
`,
  /** ARGV: a version that nobody has used, the start of the names to copy, the start of the copies' names, the writes. */
  copy: `
local version, from, to = ARGV[1], ARGV[2], ARGV[3]
clear(to)
for _, name in ipairs(namesWith(from)) do
  local copy = to .. string.sub(name, #from + 1)
  redis.call('COPY', root .. name, root .. copy)
  redis.call('HSET', index, copy, version)
end
write(version, 4)
`,
  /** ARGV: the start of the names to remove. */
  clear: 'clear(ARGV[1])',
  /** Removes the session. */
  remove: `
clear('')
for _, name in ipairs({':i', ':j', ':d', ':w', ':f'}) do redis.call('UNLINK', root .. name) end
`,
  /** ARGV: time; milliseconds until an unused session expires; `:w` or `:f`; an ID; the time until which it counts; `new` or empty. */
  register: `
local at = root .. ARGV[3]
redis.call('ZREMRANGEBYSCORE', at, '-inf', ARGV[1])
if ARGV[6] == '' and not redis.call('ZSCORE', at, ARGV[4]) then return end
redis.call('ZADD', at, ARGV[5], ARGV[4])
redis.call('PEXPIREAT', at, ARGV[5])
if redis.call('EXISTS', index) == 1 then touch(ARGV[1], ARGV[2]) end
`,
}

export type ScriptName = keyof typeof bodies

export const scripts: Readonly<Record<ScriptName, string>> = Object.fromEntries(
  Object.entries(bodies).map(([name, body]) => [name, shared + body]),
) as Record<ScriptName, string>
