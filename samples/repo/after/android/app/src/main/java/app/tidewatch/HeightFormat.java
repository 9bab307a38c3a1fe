package app.tidewatch;

import java.text.NumberFormat;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Heights, rates and times as short texts for small screens. */
public final class HeightFormat {

    /** Metres per hour below which the water counts as standing. */
    private static final double SLACK = 0.05;

    private final Locale locale;
    private final NumberFormat number;

    private HeightFormat(Locale locale) {
        this.locale = locale;
        this.number = NumberFormat.getNumberInstance(locale);
        this.number.setMinimumFractionDigits(1);
        this.number.setMaximumFractionDigits(1);
    }

    public static HeightFormat forLocale(Locale locale) {
        return new HeightFormat(locale);
    }

    /** For example {@code 3.4 m}. */
    public String height(double metres) {
        double rounded = Math.round(metres * 10) / 10.0 + 0.0;
        return number.format(rounded) + " m";
    }

    /** An arrow and the rate, or a dash at slack water. */
    public String trend(double metresPerHour) {
        if (Math.abs(metresPerHour) < SLACK) {
            return "–";
        }
        String arrow = metresPerHour > 0 ? "↑" : "↓";
        return arrow + " " + number.format(Math.abs(metresPerHour)) + " m/h";
    }

    /** For example {@code High water 14:20} or, where there is little room, {@code HW 14:20}. */
    public String nextHigh(Instant at, ZoneId zone, boolean narrow) {
        String time = DateTimeFormatter.ofPattern("HH:mm", locale).withZone(zone).format(at);
        return (narrow ? "HW " : "High water ") + time;
    }
}
