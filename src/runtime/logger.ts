/**
 * Creates the service's log, which writes one structured line per event to standard error, without fields that could
 * hold a secret.
 */
import { type DestinationStream, destination, pino } from 'pino';
import { withoutSecrets } from '../domain/without-secrets.ts';
import type { Logger } from '../ports/logger.ts';

/** Fields whose values are never logged, at the top level or one level below. */
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

/**
 * Creates a logger. `level` is a pino level. Lines are written synchronously to standard error, unless a stream is
 * given.
 */
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
	/**
	 * Info lines and warnings concern the environment of the service and not its code, so they include a stack only
	 * if the level is debug.
	 */
	const short = log.isLevelEnabled('debug') ? withStack : withCauses;
	return {
		debug: (facts, message) => log.debug(plain(facts, withStack), message),
		info: (facts, message) => log.info(plain(facts, short), message),
		warn: (facts, message) => log.warn(plain(facts, short), message),
		error: (facts, message) => log.error(plain(facts, withStack), message),
	};
}

/** Converts errors to text and leaves other values unchanged. */
function plain(
	facts: Readonly<Record<string, unknown>>,
	textOf: (error: Error) => string,
): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(facts).map(([name, value]) => [name, value instanceof Error ? textOf(value) : value]),
	);
}

/** Returns error text with a stack, for faults in the service itself and for debugging. */
function withStack(error: Error): string {
	return error.stack ?? error.message;
}

const CAUSES_MAX = 5;

/** Returns error text on one line: the error and its causes, outermost first. */
function withCauses(error: Error): string {
	const said: string[] = [];
	let at: unknown = error;
	while (at instanceof Error && said.length < CAUSES_MAX) {
		said.push(`${at.name}: ${at.message}`);
		at = at.cause;
	}
	return said.join('; because ');
}
