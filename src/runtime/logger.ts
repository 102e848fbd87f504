/** The service's log: one structured line per fact on standard error, with every member that could hold a secret cut out. */
import { type DestinationStream, destination, pino } from 'pino';
import { withoutSecrets } from '../errors/without-secrets.ts';
import type { Logger } from '../ports/logger.ts';

/** Members whose values never reach the log, at the top or one level down, whoever puts them there. */
const SECRET_MEMBERS = [
	'secret',
	'apiKey',
	'passphrase',
	'token',
	'adminToken',
	'authorization',
	'password',
	'credentials',
];

export function createLogger(
	level: string,
	stream: DestinationStream = destination({ dest: 2, sync: true }),
): Logger {
	const paths = SECRET_MEMBERS.flatMap((member) => [member, `*.${member}`]);
	const log = pino(
		{
			level,
			base: null,
			redact: { paths, censor: '[secret]' },
			timestamp: () => `,"time":"${new Date(Date.now()).toISOString()}"`,
		},
		{ write: (line: string) => stream.write(withoutSecrets(line)) },
	);
	return {
		debug: (facts, message) => log.debug(plain(facts), message),
		info: (facts, message) => log.info(plain(facts), message),
		warn: (facts, message) => log.warn(plain(facts), message),
		error: (facts, message) => log.error(plain(facts), message),
	};
}

/** Errors become their stack under `error`; everything else passes as it is. */
function plain(facts: Readonly<Record<string, unknown>>): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(facts).map(([name, value]) => [
			name,
			value instanceof Error ? (value.stack ?? value.message) : value,
		]),
	);
}
