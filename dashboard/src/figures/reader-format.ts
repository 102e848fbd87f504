/**
 * Holds how this reader wants numbers and times to be written. The page sets it once, before it shows anything. A
 * change reloads the page, so no figure has to be rendered again.
 */

/** `point`: 1,234.5; `comma`: 1.234,5; `space`: 1 234,5. */
export type NumberFormat = 'point' | 'comma' | 'space';

/** Locale that writes numbers like this, and the sign before their decimals. */
const FORMATS = {
	point: { locale: 'en-US', decimalSign: '.' },
	comma: { locale: 'de-DE', decimalSign: ',' },
	space: { locale: 'fr-FR', decimalSign: ',' },
} as const;

let format: (typeof FORMATS)[NumberFormat] = FORMATS.point;
let zone: string | undefined;
const WRITERS = new Map<string, Intl.NumberFormat>();

/** @param timeZone IANA name, or `local` for the device's own zone */
export function setReaderFormat(numberFormat: NumberFormat, timeZone: string): void {
	format = FORMATS[numberFormat];
	zone = timeZone === 'local' ? undefined : timeZone;
	WRITERS.clear();
}

/** Returns the IANA time zone for shown times; undefined for the device's own zone. */
export function readerZone(): string | undefined {
	return zone;
}

/** Returns the sign before decimals. */
export function decimalSign(): '.' | ',' {
	return format.decimalSign;
}

/**
 * Writes a number as this reader expects it. Formatters are cached, because creating one costs as much as a hundred
 * uses, and a live table writes thousands of figures a second.
 */
export function writeNumber(value: number, options: Intl.NumberFormatOptions = {}): string {
	const key = JSON.stringify(options);
	let writer = WRITERS.get(key);
	if (writer === undefined) {
		writer = new Intl.NumberFormat(format.locale, options);
		WRITERS.set(key, writer);
	}
	return writer.format(value);
}

/**
 * Returns the zone's offset from UTC at a time, minutes east. Charts need it, because their axis has no time zone.
 * @param at milliseconds since 1970
 */
export function zoneOffsetMinutes(at: number): number {
	if (zone === undefined) return -new Date(at).getTimezoneOffset();
	const parts = new Intl.DateTimeFormat('en-US', {
		timeZone: zone,
		timeZoneName: 'longOffset',
	}).formatToParts(at);
	const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
	const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d{2}):(\d{2})/.exec(name) ?? [];
	return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}
