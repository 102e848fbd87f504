/** UI text for formatted figures: messages about typed numbers, and words in times. */
export const text = {
	/** Locale of dates. */
	locale: 'en-GB',
	wrongDecimalSign: (right: '.' | ',', better: string) =>
		`Use a decimal ${right === '.' ? 'point' : 'comma'}: ${better}`,
	notANumber: (typed: string, plain: string, grouped: string) =>
		`Not a number: “${typed}”. Write it as ${plain} or ${grouped}.`,
	tooManyDigits: (most: number) => `Use at most ${most} digits.`,
	past: 'now',
	ago: (span: string) => `${span} ago`,
	ahead: (span: string) => `in ${span}`,
	/** Letters behind rounded amounts of money. */
	large: { billions: 'B', millions: 'M', thousands: 'k' },
	hours: (count: string) => `${count} ${count === '1' ? 'hour' : 'hours'}`,
	days: (count: string) => `${count} ${count === '1' ? 'day' : 'days'}`,
	zoneOfUtc: (instant: string) => `${instant} UTC`,
};
