/** Collects every place where a run can leave a secret: logs, files, process arguments, URLs, pages and responses. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import type { Fixture } from '../e2e/fixture.ts';
import type { Place } from '../support/secret-search.ts';
import type { Person } from './watched-browser.ts';

/** The only file that may contain the vault key; it is not searched. */
const KEY_FILE = 'vault.key';

/** Collects the places of a run. @param answered texts of the JSON-RPC responses */
export function placesOf(fixture: Fixture, people: readonly Person[], answered: readonly string[]): Place[] {
	return [
		place('the log', fixture.written()),
		place('the answers', answered.join('\n')),
		...filesOf(fixture.dataDir),
		...Object.entries(fixture.pids()).map(([name, pid]) => place(`process ${name}`, commandOf(pid))),
		...people.flatMap(({ addresses, seen }, person) => [
			...addresses.map((address, at) => place(`address ${bare(address)} #${person}.${at}`, address)),
			...seen.map(({ url, html }, at) => place(`page ${bare(url)} #${person}.${at}`, html)),
		]),
	];
}

function place(name: string, content: string | Buffer): Place {
	return { name, content: Buffer.from(content) };
}

/** Removes the query and the fragment, which can contain secrets. */
function bare(address: string): string {
	const { origin, pathname } = new URL(address);
	return `${origin}${pathname}`;
}

/** Lists every file in the data directory. A compressed file appears both compressed and decompressed. */
function filesOf(dataDir: string): Place[] {
	return readdirSync(dataDir, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name !== KEY_FILE)
		.flatMap((entry) => {
			const path = join(entry.parentPath, entry.name);
			const name = `file ${relative(dataDir, path)}`;
			const content = readFileSync(path);
			// A file that is still being written has no gzip trailer yet.
			const unpack = () => gunzipSync(content, { finishFlush: constants.Z_SYNC_FLUSH });
			return [place(name, content), ...(path.endsWith('.gz') ? [place(`${name}, unpacked`, unpack())] : [])];
		});
}

/** Returns a process's arguments, and its environment on systems with /proc. */
function commandOf(pid: number): Buffer {
	if (!existsSync('/proc/self/cmdline')) return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
	return Buffer.concat(['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`)));
}
