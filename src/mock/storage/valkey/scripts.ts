/**
 * Scripts that the engine runs atomically. Their only key argument is the index of a partition; all other keys that they use have its
 * prefix, and are in its slot.
 *
 * - `…:i`, the index: `v` version of the partition, `b` version since which the index has every change, `u` time of the last use in
 *   milliseconds, `p` last position, `n` number of the last snapshot, `c:<collection>` version of a collection
 * - `…:c:<collection>`: records by key, each as `version:position:text`
 * - `{session}:j` the journal, `{session}:s` names of snapshots, `{session}:w` waiting requests, `{session}:f` and `{session}:g` requests
 *   that follow the journal, and that follow it with changes, each with the time until which it counts
 * - `{session}:d` the changes of each request, for a short time, under the ID of its journal entry
 */
const shared = `
local index = KEYS[1]
local base = string.sub(index, 1, -2)
local root = string.match(index, '^(.*})[^}]*$')

local function now()
  local t = redis.call('TIME')
  return t[1] * 1000 + math.floor(t[2] / 1000), t[1] * 1000000 + t[2]
end

local function text(n) return string.format('%.0f', n) end

local function recordOf(collection, key)
  return redis.call('HGET', base .. 'c:' .. collection, key)
end

local function versionOf(value)
  return value and string.match(value, '^%d+') or '0'
end

local function collectionsOf(at)
  local names = {}
  for _, field in ipairs(redis.call('HKEYS', at)) do
    if string.sub(field, 1, 2) == 'c:' then names[#names + 1] = string.sub(field, 3) end
  end
  return names
end

local function keysOf(at)
  local keys = {at}
  for _, name in ipairs(collectionsOf(at)) do keys[#keys + 1] = string.sub(at, 1, -2) .. 'c:' .. name end
  return keys
end

local function nextVersion(at)
  local last = tonumber(redis.call('HGET', at, 'v') or '0')
  if last > 0 then return last + 1 end
  local _, micro = now()
  return micro
end

-- All keys of a session expire together, a little later than asked, so that they need not be renewed at each use.
local function keep(idle)
  if idle == 0 then return end
  local left = redis.call('PTTL', root .. ':i')
  if left >= idle then return end
  local keys = keysOf(root .. ':i')
  for _, more in ipairs({':j', ':s'}) do keys[#keys + 1] = root .. more end
  for _, name in ipairs(redis.call('SMEMBERS', root .. ':s')) do
    for _, key in ipairs(keysOf(root .. '/' .. name .. ':i')) do keys[#keys + 1] = key end
  end
  local span = text(idle * 1.05)
  for _, key in ipairs(keys) do redis.call('PEXPIRE', key, span) end
end

local function keepAs(key)
  local left = redis.call('PTTL', root .. ':i')
  if left > 0 then redis.call('PEXPIRE', key, left) end
end

-- Changes are noted only while somebody follows them.
local function note(entry, changes)
  if entry == '' then return end
  local id = redis.call('XADD', root .. ':j', 'MAXLEN', '~', 200, '*', 'e', entry)
  keepAs(root .. ':j')
  if redis.call('ZCOUNT', root .. ':g', text(now()), '+inf') == 0 then return end
  -- Refused when the engine's clock went back since the last note, and then the changes are not known.
  redis.pcall('XADD', root .. ':d', 'MAXLEN', '~', 200, id, 'c', #changes > 0 and cjson.encode(changes) or '[]')
  redis.call('PEXPIRE', root .. ':d', 60000)
end

-- Writes come as collection, key, text; an empty text removes the record. Returns the new version, and each write with the record before it.
local function write(first, count)
  local version = nextVersion(index)
  local mark = text(version)
  redis.call('HSET', index, 'v', mark)
  redis.call('HSETNX', index, 'b', mark)
  local changes = {}
  for i = 0, count - 1 do
    local collection, key, value = ARGV[first + 3 * i], ARGV[first + 3 * i + 1], ARGV[first + 3 * i + 2]
    local at = base .. 'c:' .. collection
    local old = redis.call('HGET', at, key)
    changes[#changes + 1] = {collection, key, old or '', value}
    if value == '' then
      redis.call('HDEL', at, key)
    else
      local position = old and string.match(old, '^%d+:(%d+):') or redis.call('HINCRBY', index, 'p', 1)
      redis.call('HSET', at, key, mark .. ':' .. position .. ':' .. value)
    end
    if redis.call('HGET', index, 'c:' .. collection) ~= mark then
      redis.call('HSET', index, 'c:' .. collection, mark)
      keepAs(at)
    end
  end
  return mark, changes
end

local function remove(at)
  for _, key in ipairs(keysOf(at)) do redis.call('UNLINK', key) end
end

-- A record or a collection by collection and key; a key starts with '='. Nil when it has the version that is known.
local function fetch(collection, key, known)
  if key == '' then
    local version = redis.call('HGET', index, 'c:' .. collection) or '0'
    return version ~= known and {version, redis.call('HGETALL', base .. 'c:' .. collection)} or nil
  end
  local value = recordOf(collection, string.sub(key, 2))
  return versionOf(value) ~= known and (value or '') or nil
end

-- Names of the collections that have changed since a version of the partition; 0 when that is not known.
local function changedSince(known, version)
  if known == version then return {} end
  local born, since = redis.call('HGET', index, 'b'), tonumber(known)
  if not born or since < tonumber(born) or since > tonumber(version) then return 0 end
  local names, fields = {}, redis.call('HGETALL', index)
  for i = 1, #fields, 2 do
    if string.sub(fields[i], 1, 2) == 'c:' and tonumber(fields[i + 1]) > since then names[#names + 1] = string.sub(fields[i], 3) end
  end
  return names
end
`

/**
 * ARGV: a version of the partition; then collection, key and known version in turn. Returns the version of the partition, the names of the
 * collections that have changed since the given version, and the content of each place, or 0 if it has the known version.
 */
const fetch = `
local version = redis.call('HGET', index, 'v') or '0'
local found = {version, changedSince(ARGV[1], version)}
for i = 2, #ARGV, 3 do found[#found + 1] = fetch(ARGV[i], ARGV[i + 1], ARGV[i + 2]) or 0 end
return found
`

/**
 * ARGV: milliseconds until an unused session expires; an entry for the journal; a channel to notify; the version of the partition at
 * which everything was read, or an empty text if there is no such version; the number of
 * reads; each read as collection, key, version; the writes.
 *
 * Returns `1` and the new version; or `0` and the current version, if it differs and no reads were given; or `2`, the version, and each
 * stale read as its index and its current content.
 */
const commit = `
local idle, entry, channel, known, reads = tonumber(ARGV[1]), ARGV[2], ARGV[3], ARGV[4], tonumber(ARGV[5])
local version = redis.call('HGET', index, 'v') or '0'
if version ~= known then
  if known ~= '' and reads == 0 then return {0, version} end
  local stale = {2, version}
  for i = 0, reads - 1 do
    local collection, key, seen = ARGV[6 + 3 * i], ARGV[7 + 3 * i], ARGV[8 + 3 * i]
    local found = fetch(collection, key, seen)
    if found then
      stale[#stale + 1] = i
      stale[#stale + 1] = found
    end
  end
  if #stale > 2 then return stale end
end
local first = 6 + 3 * reads
local writes = (#ARGV - first + 1) / 3
if idle >= 0 then
  local milli = now()
  redis.call('HSET', root .. ':i', 'u', text(milli))
  keep(idle)
end
local changes = {}
if writes > 0 then version, changes = write(first, writes) end
note(entry, changes)
if channel ~= '' then redis.call('PUBLISH', channel, root) end
return {1, version}
`

/** ARGV: channel to notify, name of the snapshot if the copy becomes one, index of the source, the writes. */
const copy = `
local channel, snapshot, source = ARGV[1], ARGV[2], ARGV[3]
local used, number = redis.call('HGET', index, 'u'), redis.call('HGET', index, 'n')
local mark = text(math.max(nextVersion(index), nextVersion(source)))
local had = collectionsOf(index)
for _, name in ipairs(had) do redis.call('UNLINK', base .. 'c:' .. name) end
redis.call('UNLINK', index)
for _, name in ipairs(had) do redis.call('HSET', index, 'c:' .. name, mark) end
for _, name in ipairs(collectionsOf(source)) do
  redis.call('COPY', string.sub(source, 1, -2) .. 'c:' .. name, base .. 'c:' .. name)
  redis.call('HSET', index, 'c:' .. name, mark)
  keepAs(base .. 'c:' .. name)
end
redis.call('HSET', index, 'v', mark, 'b', mark, 'p', redis.call('HGET', source, 'p') or '0')
if used then redis.call('HSET', index, 'u', used, 'n', number or '0') end
keepAs(index)
if snapshot ~= '' then
  redis.call('SADD', root .. ':s', snapshot)
  keepAs(root .. ':s')
end
local count = (#ARGV - 3) / 3
if count > 0 then write(4, count) end
if channel ~= '' then redis.call('PUBLISH', channel, root) end
`

/** ARGV: channel to notify, whether the session itself is removed, then the indexes of partitions of one session. */
const empty = `
local used, number = redis.call('HGET', root .. ':i', 'u'), redis.call('HGET', root .. ':i', 'n')
for i = 3, #ARGV do
  remove(ARGV[i])
  if ARGV[i] ~= root .. ':i' then redis.call('SREM', root .. ':s', string.match(ARGV[i], '^.*/(.*):i$')) end
end
if ARGV[2] ~= '' then redis.call('UNLINK', index, root .. ':j', root .. ':d', root .. ':w', root .. ':f', root .. ':g')
elseif used then redis.call('HSET', root .. ':i', 'u', used, 'n', number or '0') end
redis.call('PUBLISH', ARGV[1], root)
`

/** Returns a number for a snapshot that no snapshot of the session has had. */
const number = `
local last = redis.call('HINCRBY', index, 'n', 1)
for _, taken in ipairs(redis.call('SMEMBERS', root .. ':s')) do last = math.max(last, tonumber(taken) + 1) end
redis.call('HSET', index, 'n', last)
return last
`

/** ARGV: prefix of the names of the collections to remove. */
const forget = `
local mark = text(nextVersion(index))
for _, name in ipairs(collectionsOf(index)) do
  if string.sub(name, 1, #ARGV[1]) == ARGV[1] then
    redis.call('UNLINK', base .. 'c:' .. name)
    redis.call('HSET', index, 'v', mark, 'c:' .. name, mark)
  end
end
`

/** Returns the names of the collections that have records. */
const held = `
local names = {}
for _, name in ipairs(collectionsOf(index)) do
  if redis.call('EXISTS', base .. 'c:' .. name) == 1 then names[#names + 1] = name end
end
return names
`

/** Returns milliseconds since the last use of the session, and the numbers of waiting and of following requests. */
const describe = `
local used = redis.call('HGET', index, 'u')
if not used then return false end
local milli = now()
local function count(kind) return redis.call('ZCOUNT', root .. kind, text(milli), '+inf') end
return {text(milli - tonumber(used)), count(':w'), count(':f')}
`

/**
 * ARGV: `w` for a request that waits, `f` for one that follows the journal, or `g` for one that follows changes; its name; milliseconds for
 * which it counts, or 0 when it is over; milliseconds until an unused session expires.
 */
const attend = `
local milli, at = now(), root .. ':' .. ARGV[1]
redis.call('ZREMRANGEBYSCORE', at, '-inf', text(milli))
if ARGV[3] == '0' then redis.call('ZREM', at, ARGV[2])
else redis.call('ZADD', at, text(milli + ARGV[3]), ARGV[2]) end
redis.call('PEXPIRE', at, 3600000)
if redis.call('EXISTS', index) == 1 then
  redis.call('HSET', index, 'u', text(milli))
  keep(tonumber(ARGV[4]))
end
`

/** ARGV: an entry of the journal. */
const append = "if redis.call('EXISTS', index) == 1 then note(ARGV[1], {}) end"

const bodies = { fetch, commit, copy, empty, forget, held, describe, number, attend, append }

export type ScriptName = keyof typeof bodies

export const scripts: Readonly<Record<ScriptName, string>> = Object.fromEntries(
  Object.entries(bodies).map(([name, body]) => [name, shared + body]),
) as Record<ScriptName, string>
