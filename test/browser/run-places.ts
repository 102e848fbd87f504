/** Everything that a run has written, shown or asked for: logs, files, arguments of processes, addresses, pages, answers. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { constants, gunzipSync } from 'node:zlib';
import type { Fixture } from '../e2e/fixture.ts';
import type { Place } from '../support/secret-search.ts';
import type { Person } from './watched-browser.ts';

/** The one file that may hold the key of the vault. */
const KEY_FILE = 'vault.key';

/** @param answered the texts that JSON-RPC has answered */
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

/** Without what may be secret in it. */
function bare(address: string): string {
	const { origin, pathname } = new URL(address);
	return `${origin}${pathname}`;
}

/** What is compressed is read as it is and unpacked. */
function filesOf(dataDir: string): Place[] {
	return readdirSync(dataDir, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile() && entry.name !== KEY_FILE)
		.flatMap((entry) => {
			const path = join(entry.parentPath, entry.name);
			const name = `file ${relative(dataDir, path)}`;
			const content = readFileSync(path);
			// One that is still written has no end yet.
			const unpack = () => gunzipSync(content, { finishFlush: constants.Z_SYNC_FLUSH });
			return [place(name, content), ...(path.endsWith('.gz') ? [place(`${name}, unpacked`, unpack())] : [])];
		});
}

/** Its arguments, and where the system shows them to us its environment too. */
function commandOf(pid: number): Buffer {
	if (!existsSync('/proc/self/cmdline')) return execFileSync('ps', ['-ww', '-o', 'args=', '-p', String(pid)]);
	return Buffer.concat(['cmdline', 'environ'].map((file) => readFileSync(`/proc/${pid}/${file}`)));
}
