/**
 * Reads a folder of recorded data once, and prints processor time, the number of rows and peak memory as JSON. With
 * `bare` as the second argument, it only reads and unpacks the bytes of the files and counts their line ends.
 */
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';
import { readDataset } from '../src/replay/data/read-dataset.ts';

const NEWLINE = 10;
const [folder = '', mode = 'whole'] = process.argv.slice(2);
const before = process.cpuUsage();
const rows = mode === 'bare' ? await countLines() : await countRows();
const { user, system } = process.cpuUsage(before);
process.stdout.write(
	`${JSON.stringify({ cpuMs: (user + system) / 1e3, rows, peakMb: process.resourceUsage().maxRSS / 1_024 })}\n`,
);

async function countRows(): Promise<number> {
	const { tracks } = await readDataset({
		...{ paths: [folder], grade: undefined, venues: undefined, coins: undefined },
	});
	return tracks.reduce((sum, { settled, prices }) => sum + settled.at.length + (prices?.at.length ?? 0), 0);
}

async function countLines(): Promise<number> {
	let lines = 0;
	for (const name of readdirSync(folder)) {
		const raw = createReadStream(join(folder, name), { highWaterMark: 1_048_576 });
		const plain = name.endsWith('.gz') ? raw.pipe(createGunzip({ chunkSize: 1_048_576 })) : raw;
		for await (const chunk of plain) {
			const bytes: Buffer = chunk;
			for (let at = bytes.indexOf(NEWLINE); at >= 0; at = bytes.indexOf(NEWLINE, at + 1)) lines += 1;
		}
	}
	return lines;
}
