/** Asks the running service over its control socket. */
import { connect } from 'node:net';
import { join } from 'node:path';
import type { ControlAnswer, ControlRequest } from '../api/http/control.ts';
import { readRunFile } from '../store/run-file.ts';

/** On a busy machine the service may take seconds; the limit is for one that hangs. */
const ANSWER_MS_MAX = 60_000;
const ANSWER_BYTES_MAX = 4_194_304;

/** The service's answer; undefined when none runs on this data directory. @throws Error when it runs and does not answer. */
export async function askService(
	dataDir: string,
	request: ControlRequest,
): Promise<ControlAnswer | undefined> {
	const path = readRunFile(dataDir).service?.controlSocket ?? join(dataDir, 'control.sock');
	return new Promise((resolve, reject) => {
		const socket = connect(path);
		let received = '';
		socket.setEncoding('utf8');
		socket.setTimeout(ANSWER_MS_MAX, () =>
			socket.destroy(new Error(`The service did not answer on ${path} within ${ANSWER_MS_MAX} ms.`)),
		);
		socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
		socket.on('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
			else reject(error);
		});
		socket.on('close', () => reject(new Error(`The service closed ${path} without an answer.`)));
		socket.on('data', (chunk) => {
			received += chunk;
			const end = received.indexOf('\n');
			if (end === -1) {
				if (received.length > ANSWER_BYTES_MAX)
					socket.destroy(new Error(`The answer on ${path} has more than ${ANSWER_BYTES_MAX} bytes.`));
				return;
			}
			resolve(JSON.parse(received.slice(0, end)) as ControlAnswer);
			socket.destroy();
		});
	});
}
