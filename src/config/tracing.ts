/** Defines section `tracing`, the settings of the trace receiver. */
import * as z from 'zod';
import { formatDecimal } from '../domain/decimal.ts';
import { isSecureUrl } from '../domain/secure-url.ts';
import { exact, section, variableName } from './values.ts';

/** Section `tracing`: the OTLP receiver and the fraction of traces recorded, from 0 to 1. */
export const tracingSchema = section(
	'OpenTelemetry traces; off unless an endpoint is set ([observability.md](observability.md)).',
	{
		endpoint: z
			.string()
			.max(1_024)
			.refine((text) => isSecureUrl(text) && !URL.parse(text)?.username, {
				error:
					'must be the https URL of a trace receiver, or an http URL on this machine, without a password',
			})
			.nullable()
			.meta({
				default: null,
				description:
					'URL, with its path, that accepts OTLP traces over HTTP in JSON: http://127.0.0.1:4318/v1/traces. null: no tracing.',
			})
			.optional()
			.transform((given) => given ?? null),
		samplingShare: exact(
			['0', '0.1', '1'],
			'',
			'Share of traces started by this service that are recorded. If a call has a traceparent header, its sampled flag decides.',
		).transform((value) => Number(formatDecimal(value))),
		headersVariable: variableName(
			'Environment variable that holds headers for the receiver, such as its key: name=value, separated by commas.',
		),
	},
);

/** Parses `name=value,name=value` with URL-encoded values. Returns undefined if the text has another format. */
export function readHeaders(text: string): Readonly<Record<string, string>> | undefined {
	const headers: Record<string, string> = {};
	for (const part of text.split(',')) {
		const [, name, value] =
			/^\s*([A-Za-z0-9!#$%&'*+.^_`|~-]+)\s*=\s*([\x21-\x7e][\x20-\x7e]*?)\s*$/.exec(part) ?? [];
		if (name === undefined || value === undefined) return undefined;
		try {
			headers[name] = decodeURIComponent(value);
		} catch {
			return undefined;
		}
	}
	return headers;
}
