/** UI text for formatted figures: messages about typed numbers, and words in times. */
export const text = {
	decimalComma: (better: string) => `Use a decimal point: ${better}`,
	notANumber: (typed: string) => `Not a number: “${typed}”. Write it as 1234.5 or 1,234.5.`,
	tooManyDigits: (most: number) => `Use at most ${most} digits.`,
	past: 'now',
	hours: (count: string) => `${count} ${count === '1' ? 'hour' : 'hours'}`,
	days: (count: string) => `${count} ${count === '1' ? 'day' : 'days'}`,
	zoneOfUtc: (instant: string) => `${instant} UTC`,
};
