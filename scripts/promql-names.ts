/**
 * Finds the names of the metrics in a PromQL expression (prometheus.io/docs/prometheus/latest/querying/basics, read
 * 2026-11).
 */

const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\([^)]*\)/g;
const WORDS = new Set([
	'and',
	'or',
	'unless',
	'by',
	'without',
	'on',
	'ignoring',
	'group_left',
	'group_right',
	'offset',
	'bool',
]);
const SUFFIXES = ['_bucket', '_sum', '_count'];

/** Returns the metric names in the expression. Functions, labels, durations and Grafana variables are left out. */
export function metricsIn(expr: string): readonly string[] {
	const bare = expr
		.replaceAll(/"(?:[^"\\]|\\.)*"/g, '""')
		.replaceAll(/\{[^}]*\}/g, ' ')
		.replaceAll(/\[[^\]]*\]/g, ' ')
		.replaceAll(GROUPING, ' ');
	const names = [...bare.matchAll(/(?<![\w$.:])([a-zA-Z_:][\w:]*)\s*(\(?)/g)];
	return names.flatMap(([, name = '', call]) => (call === '(' || WORDS.has(name) ? [] : [name]));
}

/**
 * Returns the name of the metric that a series belongs to. The series `_bucket`, `_sum` and `_count` belong to a
 * histogram.
 */
export function familyOf(name: string, isHistogram: (family: string) => boolean): string {
	const suffix = SUFFIXES.find((end) => name.endsWith(end) && isHistogram(name.slice(0, -end.length)));
	return suffix === undefined ? name : name.slice(0, -suffix.length);
}
