/** Collects recorded lines in memory and writes them as recording files, one per hour, once the recorder has closed. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { HOUR_MS } from '../../src/domain/funding.ts';
import { RECORDING_FORMAT, RECORDING_HEAD } from '../../src/domain/recording.ts';
import type { RecordingSink } from '../../src/ports/recording-sink.ts';
import { RECORDINGS_DIRECTORY, recordingHour } from '../../src/store/recording-files.ts';

/**
 * Creates the sink of a recorder on virtual time, which moves too fast for streams to a disk. @param directory data
 * directory
 */
export function recordingInMemory(directory: string): RecordingSink {
	const hours = new Map<number, string[]>();
	const hourOf = (at: number): number => Math.floor(at / HOUR_MS);
	return {
		file: hourOf,
		write(at, lines) {
			const hour = hours.get(hourOf(at)) ?? [`${RECORDING_HEAD}${RECORDING_FORMAT}\n`];
			hours.set(hourOf(at), hour);
			hour.push(lines);
		},
		async close() {
			const folder = join(directory, RECORDINGS_DIRECTORY);
			mkdirSync(folder, { recursive: true });
			for (const [hour, lines] of hours)
				writeFileSync(
					join(folder, `${recordingHour(hour * HOUR_MS)}-000.txt.gz`),
					gzipSync(lines.join(''), { level: 1 }),
				);
		},
	};
}
