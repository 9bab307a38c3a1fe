package app.tidewatch;

import android.app.AlarmManager;
import android.app.PendingIntent;
import android.content.Context;
import android.content.Intent;
import android.content.SharedPreferences;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/** Rings when the water falls below, or rises above, the level a skipper asked for. */
public final class AlarmScheduler {

    static final Duration SNOOZE = Duration.ofMinutes(10);
    private static final String PREFS = "alarms";

    private final Context context;
    private final AlarmManager alarms;
    private final Clock clock;

    public AlarmScheduler(Context context, Clock clock) {
        this.context = context.getApplicationContext();
        this.alarms = this.context.getSystemService(AlarmManager.class);
        this.clock = clock;
    }

    /** Plans a ring for one alarm. A time in the past rings at once. */
    public void schedule(String alarmId, Instant at) {
        Instant now = clock.instant();
        Instant when = at.isBefore(now) ? now : at;
        alarms.setExactAndAllowWhileIdle(AlarmManager.RTC_WAKEUP, when.toEpochMilli(), ring(alarmId));
        prefs().edit().putLong(alarmId, when.toEpochMilli()).apply();
    }

    /** Puts a ringing alarm off by ten minutes. */
    public void snooze(String alarmId) {
        Instant until = clock.instant().plus(SNOOZE);
        alarms.set(AlarmManager.RTC, until.toEpochMilli(), ring(alarmId));
        cancel(alarmId);
    }

    public void cancel(String alarmId) {
        alarms.cancel(ring(alarmId));
        prefs().edit().remove(alarmId).apply();
    }

    /** After a restart of the phone the system has forgotten all alarms. */
    public void restoreAll() {
        prefs().getAll().forEach((alarmId, millis) -> {
            if (millis instanceof Long) {
                schedule(alarmId, Instant.ofEpochMilli((Long) millis));
            }
        });
    }

    private PendingIntent ring(String alarmId) {
        Intent intent = new Intent(context, RingReceiver.class).setAction(alarmId);
        int flags = PendingIntent.FLAG_UPDATE_CURRENT | PendingIntent.FLAG_IMMUTABLE;
        return PendingIntent.getBroadcast(context, alarmId.hashCode(), intent, flags);
    }

    private SharedPreferences prefs() {
        return context.getSharedPreferences(PREFS, Context.MODE_PRIVATE);
    }
}
