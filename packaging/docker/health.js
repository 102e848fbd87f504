/**
 * Health check of the container: asks the service of the data directory for its health. Exit code 0 when it answers
 * with status 200, 1 otherwise.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Maximum time for the answer, milliseconds; shorter than the timeout of HEALTHCHECK in the Dockerfile. */
const ANSWER_MS_MAX = 4000;

const runFile = join(process.env.CARRYWIRE_DATA_DIR ?? '.', 'run.json');
try {
	const { service } = JSON.parse(readFileSync(runFile, 'utf8'));
	const { status } = await fetch(`http://127.0.0.1:${service.port}/health`, {
		signal: AbortSignal.timeout(ANSWER_MS_MAX),
	});
	console.log(`The service answers on port ${service.port} with status ${status}.`);
	process.exitCode = status === 200 ? 0 : 1;
} catch (error) {
	console.log(`The service does not answer: ${error instanceof Error ? error.message : error}`);
	process.exitCode = 1;
}
