/** Sends a request to the running service over its control socket. */
import { connect } from 'node:net';
import { join } from 'node:path';
import type { ControlAnswer, ControlRequest } from '../api/http/control.ts';
import { readRunFile } from '../store/run-file.ts';
import { OPERATOR_TEXTS } from './text.ts';

/**
 * Time limit for the service's response, milliseconds. A busy service may take seconds; the limit is only there to
 * catch a service that hangs.
 */
const ANSWER_MS_MAX = 60_000;
const ANSWER_BYTES_MAX = 4_194_304;

/**
 * Returns the service's response; undefined if no service runs on this data directory. @throws Error if the service
 * runs but does not respond
 */
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
			socket.destroy(new Error(OPERATOR_TEXTS.noControlAnswer(path, ANSWER_MS_MAX))),
		);
		socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
		socket.on('error', (error: NodeJS.ErrnoException) => {
			if (error.code === 'ENOENT' || error.code === 'ECONNREFUSED') resolve(undefined);
			else reject(error);
		});
		socket.on('close', () => reject(new Error(OPERATOR_TEXTS.controlClosed(path))));
		socket.on('data', (chunk) => {
			received += chunk;
			const end = received.indexOf('\n');
			if (end === -1) {
				if (received.length > ANSWER_BYTES_MAX)
					socket.destroy(new Error(OPERATOR_TEXTS.controlTooLong(path, ANSWER_BYTES_MAX)));
				return;
			}
			resolve(JSON.parse(received.slice(0, end)) as ControlAnswer);
			socket.destroy();
		});
	});
}
