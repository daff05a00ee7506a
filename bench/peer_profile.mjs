// Profile of this server for a harness that drives several servers through the same load (HTTP POST and SSE):
// how its tables are opened, what a move looks like, how a revision is read from an event.
// Start the server with `python bench/serve_for_peers.py`, PORT and DATADIR in its environment.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const known = new Map(); // the harness's name of a table -> { key, tokens }

// A later process of the harness asks for the same table again (after a restart), so it is kept in a file.
const kept = (table) => path.join(tmpdir(), 'vivarium-peer-tables', `${encodeURIComponent(table)}.json`);

function remembered(table) {
  if (known.has(table)) return known.get(table);
  try {
    return JSON.parse(readFileSync(kept(table), 'utf8'));
  } catch {
    return null;
  }
}

async function post(url, body) {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${(await answer.text()).slice(0, 200)}`);
  return answer.json();
}

async function opened(baseUrl, clients) {
  const made = await post(`${baseUrl}/api/tables`, { player: 'Client 0' });
  const tokens = [made.token];
  while (tokens.length < clients) {
    const { token } = await post(`${baseUrl}/api/tables/${made.table}/join`, { name: `Client ${tokens.length}` });
    tokens.push(token);
  }
  return { key: made.table, tokens };
}

const headers = (token) => ({ authorization: `Bearer ${token}` });

export default {
  async setup(baseUrl, table, clients) {
    let found = remembered(table);
    if (!found) {
      found = await opened(baseUrl, clients);
      mkdirSync(path.dirname(kept(table)), { recursive: true });
      writeFileSync(kept(table), JSON.stringify(found));
    }
    known.set(table, found);
    return found.tokens.map(headers);
  },
  // A table ruling is always possible: it steps the health of an explorer up and down.
  moveRequest(table, client, n) {
    const { key } = known.get(table);
    const change = { type: 'SetPool', unit: 'exp-01', what: 'health', value: 4 + (n % 2) };
    const move = { type: 'MakeRuling', reason: 'Measuring.', changes: [change] };
    return {
      method: 'POST',
      path: `/api/tables/${key}/moves`,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ move, key: `${client}-${n}` }),
    };
  },
  streamPath: (table) => `/api/tables/${known.get(table).key}/stream`,
  revisionOf: (event) => (event.id ? Number(event.id) : null),
  pagePath: (table) => `/t/${known.get(table).key}/board`,
};
