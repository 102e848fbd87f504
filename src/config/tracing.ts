/** Section `tracing`: whether and where traces go. */
import * as z from 'zod';
import { formatDecimal } from '../domain/decimal.ts';
import { isSecureUrl } from '../domain/secure-url.ts';
import { exact, section, variableName } from './values.ts';

/** Section `tracing`: the receiver of OTLP and the share of traces that are kept, from 0 to 1. */
export const tracingSchema = section(
	'Traces by OpenTelemetry, off without an endpoint ([observability.md](observability.md)).',
	{
		endpoint: z
			.string()
			.max(1_024)
			.refine((text) => isSecureUrl(text) && !URL.parse(text)?.username, {
				error: 'must be the https URL of a receiver of traces, or http to this machine, without a password',
			})
			.nullable()
			.meta({
				default: null,
				description:
					'URL that takes traces by OTLP over HTTP in JSON, its path included: http://127.0.0.1:4318/v1/traces. null: nothing is traced.',
			})
			.optional()
			.transform((given) => given ?? null),
		samplingShare: exact(
			['0', '0.1', '1'],
			'',
			'Share of the traces that begin here and are recorded. A call that brings a traceparent is recorded where that says so.',
		).transform((value) => Number(formatDecimal(value))),
		headersVariable: variableName(
			'Environment variable that holds headers for the receiver, such as its key: name=value, several parted by commas.',
		),
	},
);

/** `name=value,name=value`, values as in a URL; undefined where the text is not that. */
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
